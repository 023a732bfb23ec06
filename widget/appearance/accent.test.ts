import { expect, test } from 'vitest';
import { accentOf } from './accent.ts';

/** Contrast by the formula of WCAG 2.2, written apart from the code under test. */
function contrast(one: string, other: string): number {
  const [low, high] = [one, other]
    .map((color) => {
      const [r, g, b] = (color.match(/\d+/g) ?? []).map((n) => {
        const c = Number(n) / 255;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
      });
      return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
    })
    .toSorted((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

const colors = [
  '#5387C4',
  '#7C3BED',
  '#ffffff',
  '#000',
  '#ffee00',
  '#e11d48',
  '#0f0',
  '#888888',
  '#fa8',
  'tomato',
  '',
];

const themes = ['light', 'dark'] as const;

test.each(colors.flatMap((color) => themes.map((theme) => [color, theme] as const)))(
  'the colour "%s" gives readable ink and text in %s',
  (color, theme) => {
    const { fill, ink, text } = accentOf(color, theme);
    const surface = theme === 'dark' ? 'rgb(30 33 40)' : 'rgb(255 255 255)';
    expect(contrast(fill, ink)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(5.5);
  },
);

test('a colour that is readable already stays as it is', () => {
  expect(accentOf('#7C3BED', 'light')).toEqual({
    fill: 'rgb(124 59 237)',
    ink: 'rgb(255 255 255)',
    text: 'rgb(124 59 237)',
  });
});
