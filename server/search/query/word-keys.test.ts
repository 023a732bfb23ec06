import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine.ts';

function engineOf(articles: Readonly<Record<string, string>>) {
  const engine = createEngine();
  for (const [id, text] of Object.entries(articles))
    engine.replaceArticle(id, [{ id, articleId: id, title: id, headingPath: [], tags: [], text }]);
  return engine;
}

const german = {
  Austritt: 'Die Kündigung ist zum Jahresende möglich. Sie muss schriftlich erfolgen.',
  Beitrag: 'Wir buchen die Beiträge im Februar ab. Wer überweist, zahlt eine Gebühr.',
  Halle: 'Die Halle ist am Abend offen und gehört der Gemeinde.',
};
const english = {
  Leaving: 'You can leave the club at the end of the year.',
  Fees: 'The fees are collected in February.',
};

describe('ANS15: a question is read in the language of the articles', () => {
  it.each([
    ['kündigen', 'Austritt'],
    ['Kündigungen', 'Austritt'],
    ['überweisen', 'Beitrag'],
    ['uberweist', 'Beitrag'],
    ['kündigt', 'Austritt'],
  ])('%s', (question, article) => {
    const { hits, subject } = engineOf(german).retrieve({ question });
    expect(hits[0]?.articleId).toBe(article);
    expect(subject.known).toBe(1);
  });

  it('on a site in two languages a word is read in the one that knows it', () => {
    const engine = engineOf({ ...english, ...german });
    expect(engine.retrieve({ question: 'kündigen' }).hits[0]?.articleId).toBe('Austritt');
    expect(engine.retrieve({ question: 'leaving the club' }).hits[0]?.articleId).toBe('Leaving');
    expect(engine.search({ keyword: 'kündigen', limit: 3 }).hits[0]?.articleId).toBe('Austritt');
  });
});

it('ANS15: a name is found without its accents', () => {
  const engine = engineOf({ Singer: 'Beyoncé sang at the opening.', Chef: 'Ana cooked for all.' });
  const { hits, corrections } = engine.retrieve({ question: 'Where did beyonce sing?' });
  expect(hits[0]?.articleId).toBe('Singer');
  expect(corrections).toEqual([{ typed: 'beyonce', meant: 'beyoncé' }]);
});
