import type { EvidenceLevel } from '../../server/ports/search-index.ts';
import type { Query, QuestionSet } from './sets.ts';

/**
 * The levels of questions in Chinese to English sets and the other way round (LANG3): of those that the set answers, and of those of sets
 * about other subjects. Goal: at most 3 of 100 others are answered.
 */
export function printOtherLanguage(sets: readonly QuestionSet[], crossing: readonly QuestionSet[]): void {
  console.log('\nquestions in the other language of Chinese and English   n     answers close  not covered');
  for (const set of crossing) printLevels(`${set.name}, answerable`, set, set.queries);
  for (const set of sets) {
    if (set.crossing.length > 0) printLevels(`${set.name}, answerable`, set, set.crossing);
    for (const other of sets.filter((one) => languageOf(one) !== languageOf(set)))
      printLevels(`${set.name}, of ${other.name}`, set, [
        ...other.queries.slice(0, 300),
        ...other.unanswerable.slice(0, 100),
      ]);
  }
}

const languageOf = ({ queries }: QuestionSet): string => queries[0]?.lang ?? '';

function printLevels(name: string, { engine }: QuestionSet, queries: readonly Query[]): void {
  const levels = queries.map(({ text }) => engine.retrieve({ question: text, topK: 20 }).evidence.level);
  const share = (level: EvidenceLevel) =>
    (levels.filter((one) => one === level).length / Math.max(1, levels.length)).toFixed(3);
  console.log(
    `${name.padEnd(57)}${String(queries.length).padEnd(6)}${share('answers').padEnd(8)}${share('close').padEnd(7)}${share('not_covered')}`,
  );
}
