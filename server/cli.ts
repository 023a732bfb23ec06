#!/usr/bin/env node
import process from 'node:process';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { refuseFurtherWords, type Command } from './cli/command.ts';
import { operatorVariables, SettingError } from './env.ts';
import { commandLine } from './kit/shipped.ts';

/** Commands by name, in the order of the help text, each loaded when it is used. Without a name: serve. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./cli/serve.ts')).serve,
  setup: async () => (await import('./cli/setup.ts')).setup,
  models: async () => (await import('./cli/models.ts')).models,
  doctor: async () => (await import('./cli/doctor.ts')).doctor,
  try: async () => (await import('./cli/try.ts')).tryOut,
  ask: async () => (await import('./cli/ask.ts')).ask,
  eval: async () => (await import('./cli/eval.ts')).evaluate,
  index: async () => (await import('./cli/index-command.ts')).index,
  backup: async () => (await import('./cli/backup.ts')).backup,
  restore: async () => (await import('./cli/restore.ts')).restore,
  migrate: async () => (await import('./cli/migrate.ts')).migrate,
  token: async () => (await import('./cli/token.ts')).token,
  openapi: async () => (await import('./cli/openapi.ts')).openapi,
};

async function run([name = 'serve', ...args]: readonly string[]): Promise<number> {
  if (['version', '--version', '-v'].includes(name)) return print(`${packageJson.version}\n`);
  if (['help', '--help', '-h'].includes(name)) return print(await help(args[0]));
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    process.stderr.write(`docent: unknown command ${name}; ${commandLine('help')} lists all commands\n`);
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) return print(await help(name));
  const command = await load();
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: command.options ?? {},
    });
    refuseFurtherWords(name, positionals, command.mostWords ?? 0);
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

/** Faults carry a message for the operator. */
const isExpected = (error: unknown): error is Error => error instanceof Error && error.name === 'Fault';

/** `parseArgs` names the option it does not know. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Usage of one command, or of all. */
async function help(only?: string): Promise<string> {
  const shown = Object.entries(commands).filter(([name]) => name === only);
  const rows = (shown.length > 0 ? shown : Object.entries(commands)).map(async ([name, load]) => {
    const { usage, summary, details = [] } = await load();
    return [
      `  ${`${name} ${usage}`.trim().padEnd(16)} ${summary}`,
      ...details.map((line) => `${' '.repeat(19)}${line}`),
    ];
  });
  return `Usage: ${commandLine('<command>')}\n\n${(await Promise.all(rows)).flat().join('\n')}\n`;
}

process.exitCode = await run(process.argv.slice(2));
