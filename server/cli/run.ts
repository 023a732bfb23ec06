import process from 'node:process';
import { parseArgs } from 'node:util';
import { serviceVersion } from '../kit/version.ts';
import { operatorLanguage, readEnv, SettingError } from '../env.ts';
import { commandLine } from '../kit/shipped.ts';
import { refuseFurtherWords, type Command, type CommandLine } from './command.ts';
import { noteHiddenSettings } from './terminal/settings-in-force.ts';
import { complain } from './say.ts';
import { chineseHelp } from './words/chinese-help.ts';

/** Commands by name, in the order of the help text, each loaded when it is used. Without a name: serve. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serve,
  setup: async () => (await import('./setup.ts')).setup,
  models: async () => (await import('./models.ts')).models,
  install: async () => (await import('./service/install.ts')).install,
  uninstall: async () => (await import('./service/install.ts')).uninstall,
  status: async () => (await import('./service/status.ts')).status,
  logs: async () => (await import('./service/service-words.ts')).logs,
  update: async () => (await import('./update/update.ts')).update,
  restart: async () => (await import('./service/service-words.ts')).restart,
  doctor: async () => (await import('./doctor.ts')).doctor,
  try: async () => (await import('./try.ts')).tryOut,
  ask: async () => (await import('./ask.ts')).ask,
  eval: async () => (await import('./eval.ts')).evaluate,
  index: async () => (await import('./index-command.ts')).index,
  backup: async () => (await import('./database/backup.ts')).backup,
  restore: async () => (await import('./database/restore.ts')).restore,
  vacuum: async () => (await import('./database/vacuum.ts')).vacuum,
  migrate: async () => (await import('./database/migrate.ts')).migrate,
  token: async () => (await import('./token.ts')).token,
  openapi: async () => (await import('./openapi.ts')).openapi,
};

/**
 * Runs a command and resolves with its exit code: 0 success, 1 failure, 2 wrong use or a start that fails, with one line
 * on standard error. Throws what only a programmer can mend.
 *
 * @param line - the name of the command and its arguments
 * @param variables - reads the operator's settings; may throw {@link SettingError}
 */
export async function run(
  [name = 'serve', ...args]: readonly string[],
  variables: () => CommandLine['variables'],
): Promise<number> {
  if (['version', '--version', '-v'].includes(name)) return print(`${serviceVersion}\n`);
  if (['help', '--help', '-h'].includes(name)) return print(await help(args[0]));
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    complain(`unknown command ${name}; ${commandLine('help')} lists all commands`);
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
    const code = await command.run({
      words: positionals,
      variables: variables(),
      text: (option) => textOf(values[option]),
      flag: (option) => values[option] === true,
    });
    if (code !== 0) noteHiddenSettings();
    return code;
  } catch (error) {
    const told = await asToldBy(error, variables);
    if (!(told instanceof SettingError) && !isWrongOption(told) && !isExpected(told)) throw error;
    complain(wordsOf(name, told));
    noteHiddenSettings();
    return 2;
  }
}

/** The error in the words of a start that fails, where it has such words. */
async function asToldBy(error: unknown, variables: () => CommandLine['variables']): Promise<unknown> {
  if (error instanceof SettingError) return error;
  const { asSettingError } = await import('../start/start-error.ts');
  return asSettingError(error, readEnv(variables()));
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Faults carry a message for the operator. */
const isExpected = (error: unknown): error is Error => error instanceof Error && error.name === 'Fault';

/** `parseArgs` names the option it does not know. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

/** The message of an error; a wrong option in the words of this command line, where settings of the service are variables. */
function wordsOf(command: string, error: Error): string {
  const { message } = error;
  if (!isWrongOption(error)) return message;
  const option = /'(--?[\w-]+)/.exec(message)?.[1];
  if (option === undefined) return message;
  const setting = { '--port': 'PORT', '-p': 'PORT', '--host': 'HOST' }[option];
  if (setting !== undefined) return `${command} does not know ${option}; set the variable ${setting}`;
  const usage = commandLine(`help ${command}`);
  return /argument missing/.test(message)
    ? `${option} needs a value; ${usage} shows the usage`
    : `${command} does not know ${option}; ${usage} shows its options`;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Usage of one command, or of all. */
async function help(only?: string): Promise<string> {
  const shown = Object.entries(commands).filter(([name]) => name === only);
  const isChinese = operatorLanguage() === 'zh';
  const rows = (shown.length > 0 ? shown : Object.entries(commands)).map(async ([name, load]) => {
    const command = await load();
    const { usage, summary, details = [] } = { ...command, ...(isChinese && chineseHelp[name]) };
    // What has no words of its own, such as lists of names, stands at the end in both languages.
    const further = (command.details ?? []).slice(details.length);
    return [
      `  ${`${name} ${usage}`.trim().padEnd(16)} ${summary}`,
      ...[...details, ...further].map((line) => `${' '.repeat(19)}${line}`),
    ];
  });
  const head = isChinese ? '用法：' : 'Usage: ';
  return `${head}${commandLine(isChinese ? '<命令>' : '<command>')}\n\n${(await Promise.all(rows)).flat().join('\n')}\n`;
}
