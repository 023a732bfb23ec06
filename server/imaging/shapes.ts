/** Signed distance to the outline of a shape, negative inside, in the coordinates' units. */
export type Shape = (x: number, y: number) => number;

/** Length of a vector; `Math.hypot` is many times slower, and nothing here overflows. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** An ellipse, exact at its outline and nearly so elsewhere (Quílez, "ellipse distance, approximated"). */
// @wide: called for each pixel, term or number, where an object would be made each time
export function ellipse(cx: number, cy: number, rx: number, ry: number, turn = 0): Shape {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (x, y) => {
    const u = (x - cx) * cos + (y - cy) * sin;
    const v = (y - cy) * cos - (x - cx) * sin;
    const far = length(u / rx, v / ry);
    const steep = length(u / (rx * rx), v / (ry * ry));
    return steep === 0 ? -Math.min(rx, ry) : (far * (far - 1)) / steep;
  };
}

/** A line with round caps; its radius may change along the line. */
// @wide: called for each pixel, term or number, where an object would be made each time
export function limb(ax: number, ay: number, bx: number, by: number, radius: number, end = radius): Shape {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  return (x, y) => {
    const along = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / squared));
    return length(x - ax - along * dx, y - ay - along * dy) - (radius + (end - radius) * along);
  };
}

/** A curved line with round caps: a parabola through both ends with a sag of `sag` (downwards when positive). */
// @wide: called for each pixel, term or number, where an object would be made each time
export function bow(cx: number, cy: number, halfWidth: number, sag: number, radius: number): Shape {
  const steps = 10;
  const points = Array.from({ length: steps + 1 }, (_, nth) => {
    const along = (nth / steps) * 2 - 1;
    return [cx + along * halfWidth, cy + sag * (1 - along * along) - sag / 2] as const;
  });
  const stretches = points
    .slice(1)
    .map(([x, y], nth) => limb(points[nth]?.[0] ?? x, points[nth]?.[1] ?? y, x, y, radius));
  return union(...stretches);
}

/** A polygon with rounded corners (Quílez, "polygon distance"). */
export function polygon(corners: readonly (readonly [number, number])[], round: number): Shape {
  const edges = corners.map(([ax, ay], nth) => {
    const [bx, by] = corners[(nth + corners.length - 1) % corners.length] ?? [ax, ay];
    const [ex, ey] = [bx - ax, by - ay];
    return { ax, ay, by, ex, ey, length: ex * ex + ey * ey };
  });
  // This runs for every pixel, so nothing is allocated here.
  return (x, y) => {
    let least = Number.POSITIVE_INFINITY;
    let sign = 1;
    for (const { ax, ay, by, ex, ey, length } of edges) {
      const wx = x - ax;
      const wy = y - ay;
      const along = Math.max(0, Math.min(1, (wx * ex + wy * ey) / length));
      least = Math.min(least, (wx - ex * along) ** 2 + (wy - ey * along) ** 2);
      const isBelow = y >= ay;
      if (isBelow === y < by && isBelow === ex * wy > ey * wx) sign = -sign;
    }
    return sign * Math.sqrt(least) - round;
  };
}

export const union =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) => {
    let least = Number.POSITIVE_INFINITY;
    for (const shape of shapes) least = Math.min(least, shape(x, y));
    return least;
  };

export const within =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(one(x, y), other(x, y));

export const grown =
  (shape: Shape, by: number): Shape =>
  (x, y) =>
    shape(x, y) - by;

export const mirrored =
  (shape: Shape, axis: number): Shape =>
  (x, y) =>
    shape(axis * 2 - x, y);
