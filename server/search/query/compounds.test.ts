import { expect, it } from 'vitest';
import type { StemLanguage } from '../../text/morphology/stem.ts';
import { relatedCompound } from './compounds.ts';

const site = ['mitglied', 'ferien', 'встреч', 'internet', 'öffnungszeiten'];
const read = (word: string, language: StemLanguage) =>
  relatedCompound(word, {
    language,
    frequencyOf: (one) => (site.includes(one) ? 1 : 0),
  });

it.each<[string, StemLanguage, string]>([
  ['mitgliedschaft', 'de', 'mitglied'],
  ['ferienlager', 'de', 'ferien'],
  ['встречаются', 'ru', 'встреч'],
  ['oeffnungszeiten', 'de', 'öffnungszeiten'],
])('ANS16: %s is read as %s by what the site knows', (word, language, meant) => {
  expect(read(word, language)).toBe(meant);
});

it.each<[string, StemLanguage]>([
  ['fußballplatz', 'de'],
  ['international', 'fr'],
  ['mitgliedschaft', 'en'],
  ['fer', 'de'],
  ['ferien2026', 'de'],
])('ANS16: %s in %s is read as nothing else', (word, language) => {
  expect(read(word, language)).toBeUndefined();
});
