import { chunksOf } from '../../bench/retrieval/sets.ts';
import type { Entry } from '../../server/features/curated-answers/entry.ts';
import { createMatcher } from '../../server/features/curated-answers/matching/matcher.ts';
import type { Meaning } from '../../server/features/curated-answers/matching/meaning.ts';
import type { Compared, Signals } from '../../server/features/curated-answers/matching/signals.ts';
import { createEngine } from '../../server/search/engine.ts';
import { guessLanguage } from '../../server/text/language.ts';
import { withoutGrammar } from '../../server/text/word-lists/grammar-words.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';
import { nearSame, otherTexts, questionsOf, sites, type Site } from './curated-sites.ts';
import type { Exchange } from './exchanges.ts';

/** Questions of other sites are many: each third is asked, and each fifteenth learned from. */
const ASKED_OF_OTHERS = 3;
const LEARNED_OF_OTHERS = 5;
/** Numbers of answers with which other wordings, and questions that sound like a known one, are asked besides. */
export const FEW = [1, 5, 20];
export const STORED = [...FEW, 50, 100];

export type Kind = 'wording' | 'own' | 'foreign' | 'exchange' | 'near';

export interface Asked {
  readonly site: string;
  readonly kind: Kind;
  readonly learned: boolean;
  /** Number of answers, where these are not those of the site. */
  readonly stored?: number;
  readonly candidates: readonly {
    readonly signals: Signals;
    readonly compared: Compared;
    /** Of the answer that the question, or the one that it was made from, asks for. */
    readonly isOwn: boolean;
  }[];
}

export type MeaningOf = (question: string) => Meaning | undefined;

/** Asks everything of one site. */
export async function ask(
  site: Site,
  exchanges: readonly Exchange[],
  meaningOf?: MeaningOf,
): Promise<Asked[]> {
  const engine = createEngine();
  await engine.load(site.articles.map((article) => ({ articleId: article.id, chunks: chunksOf(article) })));
  const subjects = new Map(site.topics.map(({ entry, subject }) => [entry.id, subject]));
  const all = site.topics.map(({ entry }) => entry);
  const made: Asked[] = [];
  const asking =
    (entries: readonly Entry[], stored?: number, { compared } = createMatcher(shippedWords)) =>
    async (text: string, subject: string, kind: Kind, learned = stored === undefined): Promise<void> => {
      const candidates = await compared(
        kind === 'own' ? entries.filter(({ id }) => subjects.get(id) !== subject) : entries,
        { forms: [text], language: guessLanguage(text), exactly: false, at: 1 },
        meaningOf && (async () => meaningOf(text)),
      );
      const found = engine
        .retrieve({ question: withoutGrammar(text, guessLanguage(text)), topK: 20 })
        .hits.map(({ articleId }) => articleId);
      made.push({
        site: site.name,
        kind,
        learned,
        ...(stored !== undefined && { stored }),
        candidates: (candidates?.([...new Set(found)]) ?? []).map(({ entry, ...one }) => ({
          ...one,
          isOwn: subject !== '' && subjects.get(entry.id) === subject,
        })),
      });
    };
  const whole = asking(all);
  for (const { wordings, subject } of site.topics)
    for (const text of wordings) await whole(text, subject, 'wording');
  for (const { text, subject } of exchanges) await whole(text, subject, 'exchange');
  for (const { entry, subject } of site.topics)
    for (const text of entry.questions) await whole(text, subject, 'own');
  for (const text of site.unanswered) await whole(text, '', 'own');
  const foreign = [...sites.filter((other) => other !== site).flatMap(questionsOf), ...otherTexts];
  for (const [place, text] of foreign.filter((_, nth) => nth % ASKED_OF_OTHERS === 0).entries())
    await whole(text, '', 'foreign', place % LEARNED_OF_OTHERS === 0);
  for (const size of FEW)
    for (let at = 0; at < site.topics.length; at += size) {
      const some = site.topics.slice(at, at + size);
      const few = asking(
        some.map(({ entry }) => entry),
        size,
      );
      for (const { wordings, subject } of some)
        for (const text of wordings) await few(text, subject, 'wording');
    }
  const others = sites.filter((other) => other !== site).flatMap(({ topics }) => topics);
  for (const { entry, subject } of site.topics)
    for (const text of entry.questions.flatMap((question) => nearSame.get(question) ?? []))
      for (const size of STORED)
        await asking(
          [entry, ...all.filter((one) => one !== entry), ...others.map((one) => one.entry)].slice(0, size),
          size,
        )(text, subject, 'near');
  console.log(site.name, all.length, 'answers,', made.length, 'questions');
  return made;
}
