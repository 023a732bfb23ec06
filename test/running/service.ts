import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnv } from '../child-env.ts';
import { projectRoot } from '../source-files.ts';
import { freePort } from '../fakes/listen.ts';

export interface Service {
  readonly child: ChildProcess;
  readonly url: string;
  /** Everything that it has written to standard output and error. */
  readonly output: () => string;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  readonly status: (path: string) => Promise<number>;
}

/** Starts `node server/main.ts` as an operator does, with a port of its own. */
export async function startService(settings: Readonly<Record<string, string>>): Promise<Service> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--no-warnings', join(projectRoot, 'server/main.ts')], {
    env: { ...childEnv, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    url,
    output: () => output,
    ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null),
    status: async (path) => {
      try {
        return (await fetch(url + path)).status;
      } catch {
        return 0;
      }
    },
  };
}

/** Resolves when the service is ready; throws what it wrote when it ended instead. */
export async function ready(service: Service): Promise<void> {
  let isOver = false;
  void service.ended.then(() => (isOver = true));
  while ((await service.status('/readyz')) !== 200) {
    if (isOver) throw new Error(service.output());
    await pause(50);
  }
}
