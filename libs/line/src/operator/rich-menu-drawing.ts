import { help, myReports, newResearch, type Shape } from './pictogram.ts';
import type { Drawing } from './png.ts';

/** The larger of the widths that LINE takes, at the flatter of the usual heights: a third of a phone's screen stays free. */
export const MENU_SIZE = { width: 2500, height: 843 } as const;

const { max, min, round } = Math;

type Colour = readonly [number, number, number];
const TEAL: Colour = [15, 118, 110];
const PAPER: Colour = [248, 250, 252];
const LINE: Colour = [203, 213, 225];

/** Pictograms are drawn in a square of this side around the middle of their area. */
const BOX = 440;
const SCALE = 1.2;
/** Steps between the colours of ground and pictogram, so that edges look smooth. */
const STEPS = 16;
const DIVIDER = 6;

interface Area {
  readonly shape: Shape;
  readonly ground: Colour;
  readonly ink: Colour;
}

/** Left to right; the first one stands out, since it is what most people come for. */
const AREAS: readonly Area[] = [
  { shape: newResearch, ground: TEAL, ink: PAPER },
  { shape: myReports, ground: PAPER, ink: TEAL },
  { shape: help, ground: PAPER, ink: TEAL },
];

/** Where the areas are: as equal as whole pixels let them be. */
export function areaBounds(): readonly { x: number; width: number }[] {
  const edges = AREAS.map((_, index) => round((index * MENU_SIZE.width) / AREAS.length));
  return edges.map((x, index) => ({ x, width: (edges[index + 1] ?? MENU_SIZE.width) - x }));
}

/** The picture of the menu: three pictograms, since there is no font to write with. */
export function drawRichMenu(): Drawing {
  const { width, height } = MENU_SIZE;
  const pixels = new Uint8Array(width * height);
  const palette: Colour[] = [LINE];
  for (const [index, { x, width: areaWidth }] of areaBounds().entries()) {
    const area = AREAS[index];
    if (area === undefined) continue;
    const base = palette.length;
    palette.push(...blend(area.ground, area.ink));
    fill(pixels, { x, width: areaWidth }, base);
    draw(pixels, x + areaWidth / 2, { shape: area.shape, base });
  }
  const last = areaBounds().at(-1)?.x ?? 0;
  fill(pixels, { x: last - DIVIDER / 2, width: DIVIDER }, 0);
  return { width, height, palette, pixels };
}

function blend(ground: Colour, ink: Colour): Colour[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const part = step / (STEPS - 1);
    const mix = (a: number, b: number): number => round(a + (b - a) * part);
    return [mix(ground[0], ink[0]), mix(ground[1], ink[1]), mix(ground[2], ink[2])];
  });
}

function fill(pixels: Uint8Array, column: { x: number; width: number }, colour: number): void {
  for (let y = 0; y < MENU_SIZE.height; y++) {
    const start = y * MENU_SIZE.width + column.x;
    pixels.fill(colour, start, start + column.width);
  }
}

function draw(
  pixels: Uint8Array,
  middle: number,
  { shape, base }: { shape: Shape; base: number },
): void {
  const [left, top] = [round(middle - BOX / 2), round((MENU_SIZE.height - BOX) / 2)];
  for (let y = top; y < top + BOX; y++) {
    for (let x = left; x < left + BOX; x++) {
      const at = [(x + 0.5 - middle) / SCALE, (y + 0.5 - MENU_SIZE.height / 2) / SCALE] as const;
      const covered = max(0, min(1, 0.5 - shape(at) * SCALE));
      pixels[y * MENU_SIZE.width + x] = base + round(covered * (STEPS - 1));
    }
  }
}
