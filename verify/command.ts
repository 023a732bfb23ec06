import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import process from 'node:process';

interface CommandOptions {
  /** Path of the file that its output is appended to. */
  readonly log: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly minutes: number;
  /** Ends the command. */
  readonly signal?: AbortSignal;
}

/** Time that an ended command has to end its own children. */
const graceMs = 5_000;

/**
 * Runs a command in its own process group. Resolves with `done`, or with the problem in a few words. At its time limit the whole
 * group is ended.
 */
export async function runCommand(
  [program = '', ...words]: readonly string[],
  { log, env = {}, minutes, signal }: CommandOptions,
): Promise<string> {
  const file = await open(log, 'a');
  const child = spawn(program, words, {
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
    env: { ...process.env, ...env },
  });
  const signalGroup = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The process has already ended.
    }
  };
  let reason = '';
  let grace: NodeJS.Timeout | undefined;
  const end = (why: string) => {
    reason ||= why;
    signalGroup('SIGTERM');
    grace ??= setTimeout(() => signalGroup('SIGKILL'), graceMs);
  };
  const timer = setTimeout(() => end(`did not end in its ${shortly(minutes)} minutes`), minutes * 60_000);
  const interrupt = () => end('was interrupted');
  signal?.addEventListener('abort', interrupt);
  if (signal?.aborted) interrupt();
  try {
    return await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, name) => {
        if (reason !== '') resolve(reason);
        else if (code === 0) resolve('done');
        else resolve(code === null ? `ended by ${String(name)}` : `ended with exit code ${code}`);
      });
    });
  } finally {
    clearTimeout(timer);
    clearTimeout(grace);
    signal?.removeEventListener('abort', interrupt);
    // Ends children that are still running.
    signalGroup('SIGKILL');
    await file.close();
  }
}

/** Minutes with one digit. */
export const shortly = (minutes: number): string => String(Math.round(minutes * 10) / 10);
