import type { Theme } from './theme.ts';

/** The colour of the site made readable: a fill with its ink, and the colour of text and lines on a surface. */
export interface Accent {
  readonly fill: string;
  readonly ink: string;
  readonly text: string;
}

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [16, 18, 22];
const fallback: Rgb = [0x53, 0x87, 0xc4];

/** Contrast of small text by WCAG 2.2 (1.4.3), and a little more for text on tinted surfaces. */
const readable = 4.5;
const wellReadable = 5.5;

/** The accent for a colour such as `#5387C4` or `#58c`; anything else is the default blue. */
export function accentOf(color: string, theme: Theme): Accent {
  const given = parse(color);
  const ink = contrast(white, given) >= 2.6 ? white : black;
  const surface: Rgb = theme === 'dark' ? [30, 33, 40] : white;
  return {
    fill: write(until(given, ink === white ? black : white, (shade) => contrast(shade, ink) >= readable)),
    ink: write(ink),
    text: write(
      until(given, theme === 'dark' ? white : black, (shade) => contrast(shade, surface) >= wellReadable),
    ),
  };
}

/** The first shade from `from` towards `to`, in 24 steps, that is good; at last `to` itself. */
function until(from: Rgb, to: Rgb, isGood: (shade: Rgb) => boolean): Rgb {
  for (let step = 0; step < 24; step++) {
    const share = step / 24;
    const shade: Rgb = [
      blend(from[0], to[0], share),
      blend(from[1], to[1], share),
      blend(from[2], to[2], share),
    ];
    if (isGood(shade)) return shade;
  }
  return to;
}

const blend = (from: number, to: number, share: number) => Math.round(from + (to - from) * share);

function parse(color: string): Rgb {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1];
  if (hex === undefined) return fallback;
  const long = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const write = ([red, green, blue]: Rgb) => `rgb(${red} ${green} ${blue})`;

/** Contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance of WCAG 2.2, from 0 to 1. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
