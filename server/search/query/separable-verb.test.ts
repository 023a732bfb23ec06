import { expect, it } from 'vitest';
import { finalParticle, searchedWords } from '../../text/word-lists/grammar-words.ts';
import { createEngine } from '../engine.ts';
import { separableVerb } from './separable-verb.ts';

const site = ['anmelde', 'zurückgebe', 'aanmeld'];
const read = (question: string, language: string) =>
  separableVerb(question.split(' ').slice(0, -1), finalParticle(question, language) ?? '', (word) =>
    site.includes(word) ? word : undefined,
  );

it.each([
  ['wie melde ich mich zum kurs an', 'de', 'anmelde'],
  ['gebe ich das glas zurück', 'de', 'zurückgebe'],
  ['hoe meld ik me aan', 'nl', 'aanmeld'],
])('ANS16: the verb of "%s" in %s is read as %s', (question, language, meant) => {
  expect(read(question, language)?.meant).toBe(meant);
});

it.each([
  ['wie melde ich einen fehler', 'de'],
  ['wie bringe ich das glas zurück', 'de'],
  ['wie melde ich mich an', 'fr'],
])('ANS16: no verb of "%s" in %s is put together', (question, language) => {
  expect(read(question, language)).toBeUndefined();
});

it('ANS16: a particle without such a verb is no word of the question', () => {
  const engine = createEngine();
  const text = 'Die Anmeldung ist nicht möglich, und auch der Laden bleibt zu.';
  engine.replaceArticle('a', [{ id: 'a', articleId: 'a', title: 'Kurse', headingPath: [], tags: [], text }]);
  const found = (question: string) => engine.retrieve({ question: searchedWords(question, 'de') });
  expect(found('Wie melde ich mich für einen Kurs an?').corrections).toEqual([
    { typed: 'melde', meant: 'anmelde' },
  ]);
  expect(found('Machen die Kurse zu?').subject).toEqual(found('Kurse?').subject);
});
