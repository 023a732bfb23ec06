import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { SettingError } from '../env.ts';
import type { Command } from './command.ts';
import { openApp } from './open-app.ts';

/** Wait between two looks at a rebuild. */
const lookMs = 500;

export const index: Command = {
  usage: '[rebuild]',
  summary: 'level the index with the site and count it, or build it anew',
  details: ['rebuild: may cost when an embedding model is connected; --yes agrees'],
  options: { yes: { type: 'boolean' } },
  async run(line) {
    const [action] = line.words;
    if (action !== undefined && action !== 'rebuild')
      throw new SettingError('index: the word behind it is rebuild or nothing');
    await using app = await openApp(line);
    const { knowledge } = app;
    if (action === 'rebuild') {
      const { embedding, estimatedTokens } = await knowledge.rebuild.cost();
      if (embedding !== '' && !line.flag('yes'))
        throw new SettingError(
          `index rebuild: about ${estimatedTokens} tokens go to ${embedding}, which may cost; agree with --yes`,
        );
      await knowledge.rebuild.start();
      const failed = await watch(knowledge.rebuild.progress);
      if (failed !== '') {
        process.stderr.write(`docent: the rebuild failed: ${failed}; the old index serves\n`);
        return 1;
      }
    }
    process.stdout.write(`${knowledge.articles.size} articles in the index\n`);
    return knowledge.ready ? 0 : 1;
  },
};

/** Prints how far a rebuild has come until it is over; resolves with why it failed, `''` when it did not. */
async function watch(
  look: () => Promise<{ phase: string; percentage: number; errorMessage: string | null }>,
): Promise<string> {
  let told = -1;
  for (;;) {
    const { phase, percentage: percent, errorMessage } = await look();
    if (percent !== told) process.stdout.write(`${percent} %\n`);
    told = percent;
    if (phase === 'error') return errorMessage ?? 'interrupted';
    if (phase === 'completed' || phase === 'idle') return '';
    await pause(lookMs);
  }
}
