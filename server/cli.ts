#!/usr/bin/env node
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ask } from './cli/ask.ts';
import { backup } from './cli/backup.ts';
import type { Command } from './cli/command.ts';
import { doctor } from './cli/doctor.ts';
import { evaluate } from './cli/eval.ts';
import { index } from './cli/index-command.ts';
import { migrate } from './cli/migrate.ts';
import { models } from './cli/models.ts';
import { openapi } from './cli/openapi.ts';
import { restore } from './cli/restore.ts';
import { serve } from './cli/serve.ts';
import { setup } from './cli/setup.ts';
import { token } from './cli/token.ts';
import { tryOut } from './cli/try.ts';
import { operatorVariables, SettingError } from './env.ts';

/** The commands by name, in the order of the help text. Without a name: serve. */
const commands: Readonly<Record<string, Command>> = {
  serve,
  setup,
  models,
  doctor,
  try: tryOut,
  ask,
  eval: evaluate,
  index,
  backup,
  restore,
  migrate,
  token,
  openapi,
};

async function run([name = 'serve', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const asked = ['help', '--help', '-h'].includes(name);
    (asked ? process.stdout : process.stderr).write(help());
    return asked ? 0 : 2;
  }
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: command.options ?? {},
    });
    return await command.run({
      words: positionals,
      variables: operatorVariables(),
      text: (option) => textOf(values[option]),
      flag: (option) => values[option] === true,
    });
  } catch (error) {
    if (!(error instanceof SettingError) && !isWrongOption(error) && !isExpected(error)) throw error;
    process.stderr.write(`docent: ${error.message}\n`);
    return 2;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** What the parts of the service refuse says why in its message. */
const isExpected = (error: unknown): error is Error => error instanceof Error && error.name === 'Fault';

/** `parseArgs` names the option it does not know. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

function help(): string {
  const rows = Object.entries(commands).flatMap(([name, { usage, summary, details = [] }]) => [
    `  ${`${name} ${usage}`.trim().padEnd(17)}${summary}`,
    ...details.map((line) => `${' '.repeat(19)}${line}`),
  ]);
  return `Usage: docent <command>\n\n${rows.join('\n')}\n`;
}

process.exitCode = await run(process.argv.slice(2));
