#!/usr/bin/env node
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
  openapi          print the OpenAPI document
`;

/** The commands by name; each resolves with the exit code. */
const commands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
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

  async openapi() {
    process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
    return 0;
  },
};

const { positionals } = parseArgs({ allowPositionals: true, strict: false });
const [name = '', ...words] = positionals;
const command = commands[name];
if (!command) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await command(words);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    process.stderr.write(`docent: ${error.message}\n`);
    process.exitCode = 2;
  }
}
