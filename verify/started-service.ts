import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A server for a lane, with its own port and folder. */
export interface Service extends AsyncDisposable {
  /** Environment variables with its address for the tests. */
  readonly env: Readonly<Record<string, string>>;
  /** True when it still answers. */
  isUp(): Promise<boolean>;
}

/** Starts a program that appends what it prints to a file: there stands why a server does not answer. */
export function spawnLogged(
  program: string,
  words: readonly string[],
  { log, ...options }: SpawnOptions & { readonly log: string },
): ChildProcess {
  const file = openSync(log, 'a');
  try {
    return spawn(program, words, { ...options, stdio: ['ignore', file, file] });
  } finally {
    closeSync(file);
  }
}

/** Waits until a started server answers. Throws when it ends or does not answer in time; its folder is then deleted. */
export async function startedService({
  name,
  child,
  folder,
  patienceMs,
  ...service
}: Omit<Service, typeof Symbol.asyncDispose> & {
  readonly name: string;
  readonly child: ChildProcess;
  readonly folder: string;
  readonly patienceMs: number;
}): Promise<Service> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const dispose = async () => {
    if (!hasEnded() && child.kill()) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const until = Date.now() + patienceMs;
  while (!(await service.isUp())) {
    if (hasEnded() || Date.now() > until) {
      await dispose();
      throw new Error(`${name} was started and does not answer`);
    }
    await pause(100);
  }
  return { ...service, [Symbol.asyncDispose]: dispose };
}
