import { expect, it } from 'vitest';
import type { StemLanguage } from '../../../../text/morphology/stem.ts';
import { separableVerb } from './separable-verb.ts';

const site = ['anmelde', 'zurückgebe', 'aanmeld'];
const read = (question: string, language: StemLanguage) =>
  separableVerb(question.split(' '), language, (word) => (site.includes(word) ? word : undefined));

it.each<[string, StemLanguage, string]>([
  ['wie melde ich mich zum kurs an', 'de', 'anmelde'],
  ['gebe ich das glas zurück', 'de', 'zurückgebe'],
  ['hoe meld ik me aan', 'nl', 'aanmeld'],
])('ANS16: the verb of "%s" in %s is read as %s', (question, language, meant) => {
  expect(read(question, language)?.meant).toBe(meant);
});

it.each<[string, StemLanguage]>([
  ['wie melde ich einen fehler', 'de'],
  ['wie bringe ich das glas zurück', 'de'],
  ['wie melde ich mich an', 'fr'],
])('ANS16: no verb of "%s" in %s is put together', (question, language) => {
  expect(read(question, language)).toBeUndefined();
});
