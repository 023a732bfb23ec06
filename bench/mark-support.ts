import { createAttribution } from '../server/features/chat/grounding/attribution.ts';
import { sentences } from '../server/text/sentences.ts';
import { isStopWord, words } from '../server/text/text.ts';
import type { TaskPassage } from '../server/ports/models.ts';
import { chunksById, passageOf } from './retrieval/chunks.ts';
import { readSet, type QuestionSet } from './retrieval/sets.ts';

/** A statement with its cited article, and whether that article supports it. */
interface Case {
  readonly kind: string;
  readonly statement: string;
  readonly passages: readonly TaskPassage[];
  readonly stands: boolean;
}

/**
 * Precision and recall of the check of citation markers. True statements are sentences of the article: unchanged,
 * without stop words, and with their halves swapped. False ones are sentences of the next best article, and true ones
 * with a changed number or name. Precision is the share of true ones among those that keep their marker, recall the
 * share of true ones that keep it.
 */
export async function run(): Promise<void> {
  for (const name of ['zh-cmrc', 'en-squad', 'en-covid-faq', 'site-howtocook-zh', 'site-handbook-en']) {
    const set = await readSet(name);
    if (set === undefined) console.log(`${name}: skipped, no such set`);
    else report(name, casesOf(set));
  }
}

function report(name: string, cases: readonly Case[]): void {
  const kept = (some: readonly Case[]) =>
    some.filter(({ statement, passages }) => createAttribution(passages).articleFor(statement, 1) === 1);
  const all = kept(cases);
  const precision = all.filter(({ stands }) => stands).length / all.length;
  const recall = all.filter(({ stands }) => stands).length / cases.filter(({ stands }) => stands).length;
  console.log(`${name}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${cases.length}`);
  for (const kind of new Set(cases.map((one) => one.kind))) {
    const own = cases.filter((one) => one.kind === kind);
    console.log(
      `${name}: ${kind} keep their mark ${(kept(own).length / own.length).toFixed(3)} of ${own.length}`,
    );
  }
}

/** One true sentence a question (the longest of the best passage with up to 200 characters) and what is made of it. */
function casesOf({ name, engine, queries }: QuestionSet): Case[] {
  const chunks = chunksById(name);
  return queries.slice(0, most).flatMap((query) => {
    const hits = engine.retrieve({ question: query.text, topK: 40 }).hits;
    const own = hits.filter(({ articleId }) => query.relevant.includes(articleId)).slice(0, 3);
    const other = hits.find(
      ({ articleId }) => !query.relevant.includes(articleId) && !query.neutral?.includes(articleId),
    );
    const textOf = (chunkId: string | undefined) => chunks.get(chunkId ?? '')?.text ?? '';
    const passages = own.flatMap(({ chunkId }) => {
      const chunk = chunks.get(chunkId);
      return chunk ? [passageOf(chunk, 1)] : [];
    });
    const statement = sentenceOf(textOf(own[0]?.chunkId));
    const foreign = sentenceOf(textOf(other?.chunkId));
    if (statement === '' || foreign === '') return [];
    const make = (kind: string, said: string, stands: boolean) => ({
      kind,
      statement: said,
      passages,
      stands,
    });
    return [
      make('sentences', statement, true),
      make('sentences without stop words', withoutStopWords(statement), true),
      make('sentences turned around', turned(statement), true),
      make('sentences of the next article', foreign, false),
      ...changed(statement, /\d+/, (number) => String(Number(number) + 7)).map((said) =>
        make('sentences with another number', said, false),
      ),
      ...changed(statement, /(?<=[a-z,] )[A-Z][a-z]{3,}/, () => 'Kowalewski').map((said) =>
        make('sentences with another name', said, false),
      ),
    ];
  });
}

const most = 200;

const sentenceOf = (text: string): string =>
  sentences(text)
    .map((sentence) => sentence.text)
    .filter((said) => said.length >= 15 && said.length <= 200 && !/[`|<]|^#/.test(said))
    .reduce((longest, said) => (said.length > longest.length ? said : longest), '');

const withoutStopWords = (text: string): string => {
  const joint = /\p{sc=Han}/u.test(text) ? '' : ' ';
  return words(text)
    .filter((word) => !isStopWord(word))
    .join(joint);
};

function turned(text: string): string {
  const parts = text.split(/(?<=[，,；;])\s*/);
  return parts.length < 2 ? text : parts.toReversed().join(' ');
}

const changed = (text: string, pattern: RegExp, to: (found: string) => string): string[] =>
  pattern.test(text) ? [text.replace(pattern, to)] : [];

if (import.meta.main) await run();
