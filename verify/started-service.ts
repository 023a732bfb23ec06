import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A server of a lane, on a port and in a folder of its own. */
export interface Service extends AsyncDisposable {
  /** Variables that tell the tests where it is. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it still answers. */
  isUp(): Promise<boolean>;
}

/** Waits until a server that was started answers. Throws when it ends or does not answer in time; its folder goes with it. */
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
