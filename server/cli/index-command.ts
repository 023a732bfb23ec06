import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { SettingError } from '../env.ts';
import type { Command } from './command.ts';
import { openApp } from './open-app.ts';
import { complain, say } from './say.ts';

/** Interval between two looks at a rebuild. */
const pollMs = 500;

export const index: Command = {
  usage: '[rebuild]',
  summary: 'update the index from the site and print its size, or rebuild it',
  mostWords: 1,
  details: ['rebuild: an embedding model may have a cost; --yes confirms it'],
  options: { yes: { type: 'boolean' } },
  async run(line) {
    const [action] = line.words;
    if (action !== undefined && action !== 'rebuild')
      throw new SettingError('index: the action must be rebuild, or missing');
    await using app = await openApp(line);
    const { knowledge } = app;
    if (action === 'rebuild') {
      const { embedding, estimatedTokens } = await knowledge.rebuild.cost();
      if (embedding !== '' && !line.flag('yes'))
        throw new SettingError(
          `index rebuild: about ${estimatedTokens} tokens will be sent to ${embedding}, which may have a cost; confirm with --yes`,
        );
      await knowledge.rebuild.start();
      const failed = await watch(knowledge.rebuild.progress);
      if (failed !== '') {
        complain(`the rebuild failed: ${failed}; the old index stays in use`);
        return 1;
      }
    }
    say(`${knowledge.heads.size} articles in the index`);
    return knowledge.ready ? 0 : 1;
  },
};

/** Prints the progress of a rebuild until it has ended; resolves with its error message, `''` for none. */
async function watch(
  look: () => Promise<{ phase: string; percentage: number; errorMessage: string | null }>,
): Promise<string> {
  let lastPercent = -1;
  for (;;) {
    const { phase, percentage: percent, errorMessage } = await look();
    if (percent !== lastPercent) process.stdout.write(`${percent} %\n`);
    lastPercent = percent;
    if (phase === 'error') return errorMessage ?? 'interrupted';
    if (phase === 'completed' || phase === 'idle') return '';
    await pause(pollMs);
  }
}
