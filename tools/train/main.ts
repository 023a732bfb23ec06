import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Learns all weights of an answer without a language model: `node tools/train/main.ts`, by hand. What is learned from are the best passages
 * by the weights that ship, and how small a site is by the sizes of those learned from, so rounds go on until one leaves the weights as they are:
 * from then on every run writes the same bytes.
 */
const read = () =>
  ['search/ranking/ranker.json', 'features/knowledge/retrieval/coverage.json'].map((file) =>
    readFileSync(join(import.meta.dirname, '../../server', file), 'utf8'),
  );

/** Rounds after which weights that still change are an error. */
const MOST_ROUNDS = 12;

for (let round = 1; ; round++) {
  const before = read();
  console.log(`\nround ${round}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'round.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`round ${round} ended with ${status}`);
  if (read().every((text, at) => text === before[at])) break;
  if (round === MOST_ROUNDS) throw new Error(`the weights still change after ${round} rounds`);
}
