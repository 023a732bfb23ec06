import { expect, it } from 'vitest';
import { isPermalinkSign, withoutPermalinkSign } from './permalink-sign.ts';

it.each(['#', '¶', '§ ', '\uFEFF', '🔗', '🔗\uFE0F', '\uE000', ''])('%j is a permalink', (sign) => {
  expect(isPermalinkSign(sign)).toBe(true);
  expect(withoutPermalinkSign(`Opening hours ${sign}`)).toBe('Opening hours');
});

it.each(['\uFEFF', '\uFEFF ', '🔗\uFE0F', '#', '\uE000\u200B'])(
  '%j over and over before a word is none, and told at once',
  (sign) => {
    expect(isPermalinkSign(`${sign.repeat(5_000)}x`)).toBe(false);
  },
);
