import process from 'node:process';
import { text } from 'node:stream/consumers';
import { SettingError } from '../env.ts';
import type { CommandLine } from './command.ts';
import { isAtTerminal, prompts } from './prompts.ts';

/** API key of a model: the name of an environment variable, or a key to be stored. */
export interface GivenKey {
  readonly keyName?: string;
  readonly key?: string;
}

export const keyOptions = { 'key-env': { type: 'string' }, 'key-stdin': { type: 'boolean' } } as const;

/**
 * API key for a provider, from standard input (`--key-stdin`), a variable (`--key-env`, or the provider's usual one
 * when it is set), or typed. Never from an argument, which other users of the machine can see.
 */
export async function readKey(line: CommandLine, usualName: string | undefined): Promise<GivenKey> {
  if (line.flag('key-stdin')) {
    const key = (await text(process.stdin)).trim();
    if (key === '') throw new SettingError('--key-stdin: standard input is empty');
    return { ...(usualName !== undefined && { keyName: usualName }), key: usable(key) };
  }
  const named = line.text('key-env');
  if (named !== undefined) {
    if (!line.variables[named]?.trim()) throw new SettingError(`--key-env: the variable ${named} is not set`);
    return { keyName: named };
  }
  if (usualName === undefined) return {};
  if (line.variables[usualName]?.trim()) return { keyName: usualName };
  if (!isAtTerminal() || line.flag('yes'))
    throw new SettingError(`set ${usualName}, name another variable with --key-env, or use --key-stdin`);
  return { keyName: usualName, key: usable(await prompts.secret(`Key (${usualName}; typed hidden)`)) };
}

function usable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new SettingError('the key holds characters that a header cannot carry');
}
