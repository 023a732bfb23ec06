#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createApp } from './app.ts';
import { createLog } from './adapters/log.ts';
import { readEnv, SettingError } from './env.ts';
import { openApiDocument } from './http/openapi.ts';
import { openPorts } from './open-ports.ts';

const usage = `Usage: docent <command>

  serve            serve as \`npm start\` does
  ask <question>   answer one question from the index, with its sources
  eval             run an evaluation; exits with 1 when it fell behind the baseline
                   --dataset <id>, --baseline <run id or exported .json>, --max-drop <points of 100, 2>,
                   --out <file> to keep the report
  openapi          print the OpenAPI document
`;

type Options = Readonly<Record<'dataset' | 'baseline' | 'max-drop' | 'out', string | undefined>>;

/** The commands by name; each resolves with the exit code. */
const commands: Readonly<Record<string, (words: readonly string[], options: Options) => Promise<number>>> = {
  async serve() {
    await import('./main.ts');
    return 0;
  },

  async ask(words) {
    const env = readEnv(process.env);
    await using app = await createApp(await openPorts(env, createLog('silent')));
    await app.start();
    const signal = new AbortController().signal;
    let sources = '';
    for await (const event of app.answer({
      question: words.join(' '),
      history: [],
      kind: 'chat',
      scenario: 'visitor_qa',
      signal,
    })) {
      if (event.event === 'token') process.stdout.write(event.data.content);
      if (event.event === 'citations')
        sources = event.data.map(({ title, url }, index) => `[${index + 1}] ${title} ${url}`).join('\n');
      if (event.event === 'answer_state')
        process.stdout.write(`\n\n(${event.data.answerState})\n${sources}\n`);
    }
    return 0;
  },

  async eval(_words, { dataset = '', baseline, 'max-drop': maxDrop = '2', out }) {
    const allowed = Number(maxDrop);
    if (dataset === '' || !(allowed >= 0)) {
      process.stderr.write(usage);
      return 2;
    }
    const env = readEnv(process.env);
    await using app = await createApp(await openPorts(env, createLog('silent')));
    await app.start();
    const { exitCode, lines, report } = await app.evaluations.check({
      dataset,
      baseline: baseline && existsSync(baseline) ? await readFile(baseline, 'utf8') : baseline,
      maxDrop: allowed,
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    if (out && report) await writeFile(out, report);
    return exitCode;
  },

  async openapi() {
    process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
    return 0;
  },
};

const text = { type: 'string' } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { dataset: text, baseline: text, 'max-drop': text, out: text },
});
const given = (name: keyof Options) => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};
const [name = '', ...words] = positionals;
const command = commands[name];
if (!command) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await command(words, {
      dataset: given('dataset'),
      baseline: given('baseline'),
      'max-drop': given('max-drop'),
      out: given('out'),
    });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`docent: ${error.message}\n`);
    process.exitCode = 2;
  }
}
