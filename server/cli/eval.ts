import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from './command.ts';
import { openApp } from './open-app.ts';
import { complain, say } from './say.ts';

export const evaluate: Command = {
  usage: '',
  summary: 'run an evaluation; exits with 1 when it is worse than the baseline',
  details: [
    '--dataset <id>, --baseline <run id or exported .json>, --max-drop <percentage points, 2>,',
    '--out <file>: save the report',
  ],
  options: {
    dataset: { type: 'string' },
    baseline: { type: 'string' },
    'max-drop': { type: 'string' },
    out: { type: 'string' },
  },
  async run(line) {
    const { text } = line;
    const dataset = text('dataset') ?? '';
    const baseline = text('baseline');
    const allowed = Number(text('max-drop') ?? 2);
    const out = text('out');
    if (dataset === '' || !(allowed >= 0)) {
      complain('eval: --dataset is needed, and --max-drop must be 0 or more');
      return 2;
    }
    await using app = await openApp(line);
    const { exitCode, lines, report } = await app.evaluations.check({
      dataset,
      baseline: baseline && existsSync(baseline) ? await readFile(baseline, 'utf8') : baseline,
      maxDrop: allowed,
    });
    if (report === undefined) complain(lines.join('\n'));
    else say(lines.join('\n'));
    if (out && report) await writeFile(out, report);
    return exitCode;
  },
};
