import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { publicPrefix } from '../contract/api.ts';

const body = JSON.stringify({ message: 'How often should the bicycle chain be cleaned?' });

/** What one load of streams cost the server that gave them. */
interface Load {
  readonly firstTokenMs: readonly number[];
  readonly cpuUsPerToken: number;
  readonly rssMb: number;
  readonly complete: number;
}

/** Streams of the service against a bare node:http stream in the same run: first token, CPU and memory. */
export async function run(): Promise<void> {
  await firstToken();
  for (const [streams, tokens, gapMs] of [
    [500, 100, 50],
    [2000, 50, 100],
  ] as const) {
    const bare = await measure('bare', streams, tokens, gapMs);
    const docent = await measure('docent', streams, tokens, gapMs);
    for (const [name, load] of [
      ['bare', bare],
      ['docent', docent],
    ] as const) {
      print(
        `${streams} streams, ${name}`,
        `complete ${load.complete}/${streams}, first token p50 ${at(load.firstTokenMs, 0.5)} ms p99 ${at(load.firstTokenMs, 0.99)} ms, ${load.cpuUsPerToken.toFixed(1)} µs CPU/token, ${load.rssMb.toFixed(0)} MB resident`,
      );
    }
    print(`${streams} streams, docent / bare CPU`, (docent.cpuUsPerToken / bare.cpuUsPerToken).toFixed(2));
  }
}

/** One question at a time, a model without latency. */
async function firstToken(): Promise<void> {
  const server = await start('docent', 20, 0);
  const times: number[] = [];
  for (let asked = 0; asked < 300; asked++) times.push((await ask(server.port)).firstTokenMs);
  server.child.kill();
  print(
    'first token, one at a time, docent',
    `p50 ${at(times.slice(50), 0.5)} ms, p95 ${at(times.slice(50), 0.95)} ms (goal: p50 ≤ 5)`,
  );
}

async function measure(kind: string, streams: number, tokens: number, gapMs: number): Promise<Load> {
  const server = await start(kind, tokens, gapMs);
  for (let warm = 0; warm < 5; warm++) await ask(server.port);
  const before = await stats(server.child);
  const running: Promise<{ firstTokenMs: number; complete: boolean }>[] = [];
  for (let opened = 0; opened < streams; opened++) {
    running.push(ask(server.port));
    if (opened % 25 === 24) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await new Promise((resolve) => setTimeout(resolve, (tokens * gapMs) / 2));
  const middle = await stats(server.child);
  const done = await Promise.all(running);
  const after = await stats(server.child);
  server.child.kill();
  return {
    firstTokenMs: done.map((one) => one.firstTokenMs),
    cpuUsPerToken: ((after.cpuMs - before.cpuMs) * 1000) / (streams * tokens),
    rssMb: middle.rssMb,
    complete: done.filter((one) => one.complete).length,
  };
}

async function start(kind: string, tokens: number, gapMs: number) {
  const child = fork(join(import.meta.dirname, 'fixtures', 'stream-server.ts'), [
    kind,
    String(tokens),
    String(gapMs),
  ]);
  const [message] = (await once(child, 'message')) as [{ port: number }];
  return { child, port: message.port };
}

async function stats(child: ChildProcess): Promise<{ cpuMs: number; rssMb: number }> {
  child.send('stats');
  const [message] = (await once(child, 'message')) as [{ cpuMs: number; rssMb: number }];
  return message;
}

/** Asks over a raw socket, so that the client costs little. */
function ask(port: number): Promise<{ firstTokenMs: number; complete: boolean }> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let firstTokenMs = Number.NaN;
    let tail = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `POST ${publicPrefix}/chat/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      ),
    );
    socket.on('data', (bytes) => {
      const text = tail + bytes.toString('latin1');
      if (Number.isNaN(firstTokenMs) && text.includes('data:{"content"'))
        firstTokenMs = performance.now() - startedAt;
      tail = text.slice(-20);
      if (!text.includes('[DONE]')) return;
      socket.destroy();
      resolve({ firstTokenMs, complete: true });
    });
    socket.on('error', () => resolve({ firstTokenMs, complete: false }));
    socket.on('close', () => resolve({ firstTokenMs, complete: false }));
  });
}

const at = (values: readonly number[], share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN).toFixed(1);

const print = (name: string, figure: string) => process.stdout.write(`${name}: ${figure}\n`);

if (import.meta.main) await run();
