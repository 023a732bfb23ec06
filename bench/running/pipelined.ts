import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childEnv } from '../../test/child-env.ts';
import { freePort } from '../../test/fakes/listen.ts';
import { createFigures } from '../fixtures/figures.ts';

const connections = 120;
const requests = 40;
const paths = ['/archives/long', '/llms-full.txt', '/docs'] as const;

/**
 * Memory of a service of which DOCENT_BENCH_CONNECTIONS clients (default 120) each ask 40 times for a large page in one
 * go, and take nothing of it. DOCENT_BENCH_MAIN names another `server/main.ts`.
 */
export async function run(): Promise<void> {
  const count = Number(process.env['DOCENT_BENCH_CONNECTIONS'] ?? connections);
  const figures = createFigures('pipelined');
  const folder = await mkdtemp(join(tmpdir(), 'docent-pipelined-'));
  try {
    await mkdir(join(folder, 'content'));
    const text = 'A paragraph about lanterns, tides and the people who keep both.\n\n'.repeat(5_000);
    await writeFile(join(folder, 'content', 'long.md'), `---\nslug: long\n---\n\n# Lanterns\n\n${text}`);
    for (const path of paths) {
      const service = await start(folder);
      const url = `http://127.0.0.1:${service.port}${path}`;
      // What is made once for each change is made before.
      for (let visit = 0; visit < 3; visit += 1) await (await fetch(url)).arrayBuffer();
      const before = service.memory();
      const sockets = await Promise.all(
        Array.from({ length: count }, () =>
          silent(service.port, `GET ${path} HTTP/1.1\r\nHost: site\r\n\r\n`),
        ),
      );
      let most = before;
      const begun = performance.now();
      let slowest = 0;
      while (performance.now() - begun < 15_000) {
        const asked = performance.now();
        await (await fetch(`http://127.0.0.1:${service.port}/healthz`)).arrayBuffer();
        slowest = Math.max(slowest, performance.now() - asked);
        most = Math.max(most, service.memory());
        await pause(50);
      }
      const name = `${count} connections, ${requests} requests for ${path}`;
      figures.note(`${name}: memory`, most - before, 'MB', { atMost: 150 });
      figures.note(`${name}: slowest health check`, slowest, 'ms');
      for (const socket of sockets) socket.destroy();
      await service.stop();
    }
    await figures.keep();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function silent(port: number, ask: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(ask.repeat(requests));
  return socket;
}

async function start(folder: string) {
  const port = await freePort();
  const main = process.env['DOCENT_BENCH_MAIN'] ?? join(import.meta.dirname, '../../server/main.ts');
  const child = spawn(process.execPath, ['--no-warnings', main], {
    cwd: folder,
    env: {
      ...childEnv,
      PORT: String(port),
      DOCENT_DATA_DIR: join(folder, 'data'),
      DOCENT_CONTENT_DIR: join(folder, 'content'),
      DOCENT_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) await pause(100);
  return {
    port,
    /** Resident memory in MB. */
    memory: () =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
