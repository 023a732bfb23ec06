import { expect, it } from 'vitest';
import type { StemLanguage } from '../../text/morphology/stem.ts';
import { relatedCompound } from './compounds.ts';

const site = [
  'mitglied',
  'seniorentanz',
  'ferien',
  'kündigt',
  'training',
  'rückengymnastik',
  'встреч',
  'internet',
  'öffnungszeiten',
  'mengenrabatt',
];
const read = (word: string, language: StemLanguage) =>
  relatedCompound(word, {
    language,
    frequencyOf: (one) => (site.includes(one) ? 1 : 0),
    completions: (letters) => site.filter((one) => one.startsWith(letters) && one !== letters),
    containing: (letters) => site.filter((one) => one.includes(letters, 1)),
  });

it.each<[string, StemLanguage, string]>([
  ['senioren', 'de', 'seniorentanz'],
  ['mitgliedschaft', 'de', 'mitglied'],
  ['ferienlager', 'de', 'ferien'],
  ['rückentraining', 'de', 'rückengymnastik training'],
  ['встречаются', 'ru', 'встреч'],
  ['oeffnungszeiten', 'de', 'öffnungszeiten'],
  ['gekündigt', 'de', 'kündigt'],
  ['rabatt', 'de', 'mengenrabatt'],
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
