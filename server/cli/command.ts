import type { ParseArgsOptionsConfig } from 'node:util';

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
  /** Resolves with the exit code: 0 success, 1 failure, 2 wrong use. */
  run(line: CommandLine): Promise<number>;
}
