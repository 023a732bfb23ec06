import { expect, test } from 'vitest';
import { settingsFrom } from '../../loader/settings.ts';
import { noteBelow } from './foot-notes.ts';

test.each([
  [{}, 'disclaimer'],
  [{ showReferences: false }, 'disclaimerPlain'],
  [{ quotesArticles: true }, 'quotedFromSite'],
  [{ quotesArticles: true, texts: { disclaimer: 'Ours' } }, 'disclaimer'],
])('WG19: the note below answers tells whose words they are: %j', (config, key) => {
  expect(noteBelow(settingsFrom(config))).toBe(key);
});
