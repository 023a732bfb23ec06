import type { ParseArgsOptionsConfig } from 'node:util';

/** What stood behind the name of a command, and its surroundings. */
export interface CommandLine {
  readonly words: readonly string[];
  /** The environment, from which `readEnv` makes the settings. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** A text option, `undefined` when it was not given. */
  text(name: string): string | undefined;
  /** A switch such as `--yes`. */
  flag(name: string): boolean;
}

/** One word of the `docent` command. */
export interface Command {
  /** The words behind the name, such as `<question>`. */
  readonly usage: string;
  readonly summary: string;
  /** Further lines of the help text, one for each option. */
  readonly details?: readonly string[];
  readonly options?: ParseArgsOptionsConfig;
  /** Resolves with the exit code: 0 done, 1 not met, 2 wrong use. */
  run(line: CommandLine): Promise<number>;
}
