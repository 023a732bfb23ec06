import { describe, expect, test } from 'vitest';
import { chartColors, drawnSeries } from './chart-colors.ts';

type Triple = readonly [number, number, number];

const channel = (byte: number) => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const linear = (hex: string): Triple => {
  const at = (place: number) => channel(Number.parseInt(hex.slice(place, place + 2), 16));
  return [at(1), at(3), at(5)];
};
const times = (rows: readonly Triple[], [r, g, b]: Triple): Triple => {
  const [x = 0, y = 0, z = 0] = rows.map(([p, q, s]) => p * r + q * g + s * b);
  return [x, y, z];
};

/** Complete red, green and blue deficiency in linear RGB (Machado, Oliveira, Fernandes 2009), and none. */
const visions: Readonly<Record<string, readonly Triple[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const xyz: readonly Triple[] = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

/** CIE L*a*b* of a colour as it is seen. */
function seen(hex: string, vision: readonly Triple[]): Triple {
  const [r, g, b] = times(vision, linear(hex)).map((value) => Math.min(1, Math.max(0, value))) as [
    number,
    number,
    number,
  ];
  const [x, y, z] = times(xyz, [r, g, b]);
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}
const difference = (a: string, b: string, vision: readonly Triple[]) => {
  const [one, other] = [seen(a, vision), seen(b, vision)];
  return Math.hypot(...one.map((value, place) => value - (other[place] ?? 0)));
};
const contrast = (a: string, b: string) => {
  const [light = 0, dark = 0] = [a, b].map((hex) => times(xyz, linear(hex))[1]).toSorted((p, q) => q - p);
  return (light + 0.05) / (dark + 0.05);
};

describe.each(['light', 'dark'] as const)('charts on %s', (scheme) => {
  const { ground, series, previous, ink } = chartColors[scheme];
  const all = [...series, previous];
  const pairs = all.flatMap((a, place) => all.slice(place + 1).map((b) => [a, b] as const));

  test('bars stand out from the card, and words can be read on it', () => {
    expect(all.filter((color) => contrast(color, ground) < 3)).toEqual([]);
    expect(contrast(ink, ground)).toBeGreaterThan(4.5);
  });

  test.each(Object.keys(visions))('no two colours of a legend look alike with %s vision', (name) => {
    const vision = visions[name] ?? [];
    expect(pairs.filter(([a, b]) => difference(a, b, vision) < 13)).toEqual([]);
    const [first = '', second = '', third = ''] = series;
    for (const [a, b] of [
      [first, second],
      [first, third],
      [second, third],
    ] as const)
      expect(difference(a, b, vision)).toBeGreaterThan(22);
  });
});

describe('series of a chart', () => {
  const colors = ['#a', '#b', '#c'];

  test('one that is zero on every day is not drawn, and the others keep their colours', () => {
    const series = [
      { name: 'answered', values: [0, 0] },
      { name: 'not covered', values: [0, 2] },
    ];
    expect(drawnSeries(series, colors)).toEqual([{ name: 'not covered', values: [0, 2], color: '#b' }]);
  });

  test('with nothing at all the first one names the chart', () => {
    expect(
      drawnSeries(
        [
          { name: 'a', values: [0] },
          { name: 'b', values: [0] },
        ],
        colors,
      ),
    ).toEqual([{ name: 'a', values: [0], color: '#a' }]);
  });
});
