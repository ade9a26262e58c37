const { abs, max, min, sqrt } = Math;

/** A point, in pixels; y grows downwards. */
export type Point = readonly [x: number, y: number];

/** How far a point lies outside a shape; negative inside it. */
export type Shape = (point: Point) => number;

/** Strokes with round ends through the points. */
function stroke(points: readonly Point[], width: number): Shape {
  const segments = points.slice(1).map((end, index) => segment(points[index] ?? end, end));
  return nearest(segments, width / 2);
}

/** Points on a circle, from one angle to another (0 is right, 90 is down). */
function arc(centre: Point, radius: number, [from, to]: Point): Point[] {
  const steps = max(2, Math.ceil(abs(to - from) / 8));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)];
  });
}

/** The outline of a circle. */
export function ring(centre: Point, radius: number, width: number): Shape {
  return (point) => abs(distanceOf(point, centre) - radius) - width / 2;
}

/** A filled circle. */
function disc(centre: Point, radius: number): Shape {
  return (point) => distanceOf(point, centre) - radius;
}

/** Everything that one of the shapes covers. */
export function union(...shapes: readonly Shape[]): Shape {
  return nearest(shapes, 0);
}

/** A magnifying glass with a plus: look into something new. */
export const newResearch: Shape = union(
  ring([-30, -30], 125, 34),
  stroke(
    [
      [-90, -30],
      [30, -30],
    ],
    34,
  ),
  stroke(
    [
      [-30, -90],
      [-30, 30],
    ],
    34,
  ),
  stroke(
    [
      [68, 68],
      [150, 150],
    ],
    46,
  ),
);

/** A sheet with a folded corner and lines of text. */
export const myReports: Shape = union(
  stroke(
    [
      [50, -160],
      [-115, -160],
      [-115, 160],
      [115, 160],
      [115, -95],
      [50, -160],
    ],
    30,
  ),
  stroke(
    [
      [50, -160],
      [50, -95],
      [115, -95],
    ],
    26,
  ),
  stroke(
    [
      [-55, -25],
      [55, -25],
    ],
    28,
  ),
  stroke(
    [
      [-55, 40],
      [55, 40],
    ],
    28,
  ),
  stroke(
    [
      [-55, 105],
      [20, 105],
    ],
    28,
  ),
);

/** A question mark in a circle. */
export const help: Shape = union(
  ring([0, 0], 155, 34),
  stroke([...arc([0, -42], 52, [180, 400]), [8, 14], [0, 40]], 34),
  disc([0, 90], 22),
);

/** Runs for every pixel: a loop, for mapping and spreading took several times as long. */
function nearest(shapes: readonly Shape[], halfWidth: number): Shape {
  return (point) => {
    let least = Infinity;
    for (const shape of shapes) least = min(least, shape(point));
    return least - halfWidth;
  };
}

function segment(start: Point, end: Point): Shape {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const squared = dx * dx + dy * dy;
  return (point) => {
    const along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / squared;
    const part = max(0, min(1, along));
    return distanceOf(point, [start[0] + part * dx, start[1] + part * dy]);
  };
}

function distanceOf(a: Point, b: Point): number {
  return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2);
}
