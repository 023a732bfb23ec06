import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Learns all weights of an answer without a language model: `node tools/train/main.ts`, by hand. What is learned from are the best passages
 * by the weights that ship, so rounds go on until one leaves those weights as they are: from then on every run writes the same bytes.
 */
const weights = join(import.meta.dirname, '../../server/search/ranking/ranker.json');

/** Rounds after which weights that still change are an error. */
const MOST_ROUNDS = 12;

for (let round = 1; ; round++) {
  const before = readFileSync(weights, 'utf8');
  console.log(`\nround ${round}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'round.ts')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`round ${round} ended with ${status}`);
  if (readFileSync(weights, 'utf8') === before) break;
  if (round === MOST_ROUNDS) throw new Error(`the weights still change after ${round} rounds`);
}
