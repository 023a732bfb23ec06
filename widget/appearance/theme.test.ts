import { expect, test } from 'vitest';
import { themeOfPage, type PageLook } from './theme.ts';

const plain: PageLook = { words: [], background: '', colorScheme: 'normal', prefersDark: true };

test('a page that names its theme is believed', () => {
  const words = ['dark', 'theme-dark', 'dark-mode', 'color-scheme-dark', 'night', 'mode_dark'];
  expect(
    words.filter(
      (word) => themeOfPage({ ...plain, words: ['home', word], background: 'rgb(255, 255, 255)' }) !== 'dark',
    ),
  ).toEqual([]);
  expect(themeOfPage({ ...plain, words: ['light'], background: 'rgb(0, 0, 0)' })).toBe('light');
  expect(themeOfPage({ ...plain, words: ['darkroom', 'midnight-photos'] })).toBe('light');
});

test('else its background shows it', () => {
  expect(themeOfPage({ ...plain, background: 'rgb(24, 26, 32)' })).toBe('dark');
  expect(themeOfPage({ ...plain, background: 'rgba(250, 250, 250, 0.9)' })).toBe('light');
});

test('a page without any look is light unless it says that it can be dark', () => {
  expect(themeOfPage({ ...plain, background: 'rgba(0, 0, 0, 0)' })).toBe('light');
  expect(themeOfPage({ ...plain, colorScheme: 'light dark' })).toBe('dark');
  expect(themeOfPage({ ...plain, colorScheme: 'light dark', prefersDark: false })).toBe('light');
  expect(themeOfPage({ ...plain, colorScheme: 'dark', prefersDark: false })).toBe('dark');
});
