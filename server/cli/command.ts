import type { ParseArgsOptionsConfig } from 'node:util';
import { SettingError } from '../env.ts';
import { commandLine } from '../kit/shipped.ts';

/** Arguments after the command's name, and the environment. */
export interface CommandLine {
  readonly words: readonly string[];
  /** Environment variables, from which `readEnv` makes the settings. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** A text option, `undefined` when it was not given. */
  text(name: string): string | undefined;
  /** A switch such as `--yes`. */
  flag(name: string): boolean;
}

/** A subcommand of `docent`. */
export interface Command {
  /** Arguments after the name, such as `<question>`. */
  readonly usage: string;
  readonly summary: string;
  /** Further lines of the help text, one for each option. */
  readonly details?: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  /** Most words after the name; missing for a command that takes none. */
  readonly mostWords?: number;
  /** Resolves with the exit code: 0 success, 1 failure, 2 wrong use. */
  run(line: CommandLine): Promise<number>;
}

/** Throws {@link SettingError} for the first word that is too many after `name`. */
export function refuseFurtherWords(name: string, words: readonly string[], most: number): void {
  const further = words[most];
  if (further === undefined) return;
  const usage = commandLine(`help ${name.split(' ', 1).join('')}`);
  throw new SettingError(`${name}: does not take “${further}”; ${usage} shows the usage`);
}
