import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { closestTo } from '../../server/text/support/closest.ts';
import { contentOf } from '../../server/text/support/content.ts';
import { editsOf, traitsOf, wordsOf, type Edit } from '../../server/text/support/edits/edits.ts';
import { evidenceOf } from '../../server/text/support/evidence.ts';
import { quotesOf } from '../../server/text/support/quotations.ts';
import { signalValues, type Signals } from '../../server/text/support/signals.ts';
import { alteredOf, hasPages } from './alterations.ts';
import { readCases, type Case } from './labelled.ts';

/*
 * Writes what `learn.py` learns from into a folder: for each labelled statement of `eval/marks`, never for those in its folder `reported`,
 * and for altered sentences of the pages, the signals and the edits between the statement and the sentences that the signals choose.
 */

/** Sentences of each site that are altered. */
const altered = 700;

const to5 = (value: number) => Math.round(value * 100_000) / 100_000 + 0;

const numbersOf = (signals: Signals, edits: readonly Edit[]) => ({
  signals: signalValues(signals).map(to5),
  edits: edits.map((edit) => [...Object.values(wordsOf(edit)), ...traitsOf(edit).map(to5)]),
});

function linesOf(cases: readonly Case[]) {
  const [first] = cases;
  if (first === undefined) return [];
  const evidence = evidenceOf(first.passages);
  const quotes = quotesOf(first.passages);
  return cases.flatMap(({ id, site, statement, question, supported }) => {
    const content = contentOf(statement, evidence.language);
    const asked = question === undefined ? undefined : contentOf(question, evidence.language);
    const top = closestTo(content, evidence, asked);
    if (top === undefined) return [];
    return [
      {
        id,
        site,
        supported,
        isMade: false,
        isNear: id.startsWith('near'),
        isQuoted: quotes(statement),
        isRefused: top.signals.valuesMissing > 0,
        ...numbersOf(top.signals, editsOf(content, top.contents, top.sentence, evidence)),
      },
    ];
  });
}

const [work] = process.argv.slice(2);
if (work === undefined) throw new Error('usage: node bench/support/comparisons.ts FOLDER');
mkdirSync(work, { recursive: true });
const cases = await readCases();
const lines: object[] = [...Map.groupBy(cases, ({ passages }) => passages).values()].flatMap(linesOf);
for (const site of new Set(cases.map((one) => one.site)))
  if (hasPages(site))
    for (const { supported, signals, edits } of alteredOf(site, altered))
      lines.push({ site, supported, isMade: true, ...numbersOf(signals, edits) });
writeFileSync(join(work, 'comparisons.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
