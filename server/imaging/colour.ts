/** A colour in OKLab, a perceptually uniform space: lightness 0 to 1, a from green to red, b from blue to yellow. */
export type Lab = readonly [lightness: number, a: number, b: number];
/** 8-bit sRGB. */
export type Rgb = readonly [red: number, green: number, blue: number];

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Matrices: Björn Ottosson, "A perceptual color space for image processing" (2020). */
export function toLab(red: number, green: number, blue: number): Lab {
  const r = linear[red] ?? 0;
  const g = linear[green] ?? 0;
  const b = linear[blue] ?? 0;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The nearest 8-bit colour; values outside sRGB are clipped. */
export function toRgb([lightness, a, b]: Lab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function encoded(value: number): number {
  const share = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.max(0, Math.min(255, Math.round(share * 255)));
}

export const labDistance = (one: Lab, other: Lab): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** Colourfulness: 0 for grey, about 0.3 at most in sRGB. */
export const chroma = ([, a, b]: Lab): number => Math.hypot(a, b);

export const mixLab = (one: Lab, other: Lab, share: number): Lab => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

/** OKLab colours of all pixels, three numbers each. */
export function labPlane(data: Uint8Array): Float32Array {
  const plane = new Float32Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const [lightness, a, b] = toLab(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0);
    plane[to] = lightness;
    plane[to + 1] = a;
    plane[to + 2] = b;
  }
  return plane;
}

export const labAt = (plane: Float32Array, pixel: number): Lab => [
  plane[pixel * 3] ?? 0,
  plane[pixel * 3 + 1] ?? 0,
  plane[pixel * 3 + 2] ?? 0,
];
