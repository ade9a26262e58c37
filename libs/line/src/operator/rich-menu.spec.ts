import { understand } from '../commands/understand.ts';
import { areaBounds, drawRichMenu, MENU_SIZE } from './rich-menu-drawing.ts';
import { dossierMenu } from './rich-menu.ts';

const drawing = drawRichMenu();
const menu = dossierMenu();

/** How many pixels of a column range differ from the ground beneath them. */
function inked(from: number, to: number, top = 0, bottom: number = MENU_SIZE.height): number {
  const ground = drawing.pixels[from];
  let count = 0;
  for (let y = top; y < bottom; y++) {
    const row = drawing.pixels.subarray(y * MENU_SIZE.width + from, y * MENU_SIZE.width + to);
    count += row.filter((pixel) => pixel !== ground).length;
  }
  return count;
}

it('has areas that cover the whole width, without gap or overlap', () => {
  const { areas = [] } = menu.request;
  expect(areas).toHaveLength(3);
  let end = 0;
  for (const { bounds } of areas) {
    expect(bounds).toMatchObject({ x: end, y: 0, height: MENU_SIZE.height });
    end += bounds?.width ?? 0;
  }
  expect(end).toBe(MENU_SIZE.width);
});

it('says by a tap what is understood when it is typed: LINE for PC shows no menu', () => {
  const said = menu.request.areas?.map(({ action }) =>
    action?.type === 'message' ? understand(action.text ?? '').kind : undefined,
  );
  expect(said).toEqual(['ask-question', 'history', 'help']);
});

it('has a pictogram in the middle of each area, clear of its edges', () => {
  for (const { x, width } of areaBounds()) {
    // The divider takes a few pixels at the left.
    const [left, right] = [x + 10, x + width - 10];
    expect(inked(left, right)).toBeGreaterThan(20_000);
    expect(inked(left, x + 150)).toBe(0);
    expect(inked(right - 140, right)).toBe(0);
    expect(inked(left, right, 0, 180)).toBe(0);
    expect(inked(left, right, MENU_SIZE.height - 180)).toBe(0);
  }
});

it('is far below the megabyte that LINE takes, with no more colours than a PNG can name', () => {
  expect(menu.png.byteLength).toBeLessThan(100_000);
  expect(drawing.palette.length).toBeLessThanOrEqual(256);
  const highest = drawing.pixels.reduce((most, pixel) => (pixel > most ? pixel : most), 0);
  expect(highest).toBeLessThan(drawing.palette.length);
});

it('has the same name each time it is made', () => {
  expect(dossierMenu().request.name).toBe(menu.request.name);
});
