import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { publicPrefix } from '../../contract/api.ts';
import { createFigures, median, p95 } from '../fixtures/figures.ts';

const ofChain = JSON.stringify({ message: 'How often should the bicycle chain be cleaned?' });
const ofHandbook = JSON.stringify({ message: 'Can I use PostgreSQL?' });

/** Cost of a load of streams for the server. */
interface Load {
  readonly firstTokenMs: readonly number[];
  readonly cpuUsPerToken: number;
  readonly rssMb: number;
  readonly complete: number;
}

/** Streams of the service against a bare node:http stream in the same run: first token, CPU and memory. */
export async function run(): Promise<void> {
  const figures = createFigures('stream-overhead');
  await oneAtATime(figures.note);
  for (const [streams, tokens, gapMs] of [
    [500, 100, 50],
    [2000, 50, 100],
  ] as const) {
    const isGoal = streams === 500;
    const loads = {
      bare: await measure('bare', streams, tokens, gapMs),
      docent: await measure('docent', streams, tokens, gapMs),
    };
    for (const [name, load] of Object.entries(loads)) {
      const of = `${streams} streams of ${tokens} tokens, ${name}`;
      const goal = isGoal && name === 'docent' ? ({ atMost: 30 } as const) : undefined;
      figures.note(`${of}: complete`, load.complete, 'streams', { atLeast: streams });
      figures.note(`${of}: first token, median`, median(load.firstTokenMs), 'ms');
      figures.note(`${of}: first token, p95`, p95(load.firstTokenMs), 'ms');
      figures.note(`${of}: processor a token, answers included`, load.cpuUsPerToken, 'CPU µs', goal);
      figures.note(`${of}: resident`, load.rssMb, 'MB');
    }
    const ratio = loads.docent.cpuUsPerToken / loads.bare.cpuUsPerToken;
    figures.note(
      `${streams} streams of ${tokens} tokens, docent / bare`,
      ratio,
      '× CPU',
      isGoal ? { atMost: 1.8 } : undefined,
    );
  }
  await figures.keep();
}

/**
 * One question at a time, a model without latency or none at all: what an answer costs before its tokens, and the first
 * token. Without a model retrieval is the real one, on the handbook.
 */
async function oneAtATime(note: ReturnType<typeof createFigures>['note']): Promise<void> {
  for (const kind of ['bare', 'docent', 'kept', 'quoting']) {
    const server = await start(kind, 1, 0);
    const question = kind === 'quoting' ? ofHandbook : ofChain;
    for (let asked = 0; asked < warmUp; asked++) await ask(server.port, question);
    const before = await stats(server.child);
    const times: number[] = [];
    for (let asked = 0; asked < counted; asked++) times.push((await ask(server.port, question)).firstTokenMs);
    const after = await stats(server.child);
    server.child.kill();
    const isOurs = kind !== 'bare';
    note(
      kind === 'quoting' ? 'answer by quoting the handbook' : `answer of one token, ${kind}`,
      (after.cpuMs - before.cpuMs) / counted,
      'CPU ms',
      kind === 'docent' ? { atMost: 1.5 } : undefined,
    );
    note(
      `first token, one at a time, ${kind}, median`,
      median(times),
      'ms',
      isOurs ? { atMost: kind === 'kept' ? 3 : 5 } : undefined,
    );
    note(`first token, one at a time, ${kind}, p95`, p95(times), 'ms');
  }
}

const warmUp = 150;
const counted = 400;

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
  const child = fork(join(import.meta.dirname, '../fixtures/stream-server.ts'), [
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
function ask(port: number, body = ofChain): Promise<{ firstTokenMs: number; complete: boolean }> {
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
      if (text.includes('"answerState":"limited"'))
        throw new Error('a limit of visitors refuses the questions');
      if (!text.includes('[DONE]')) return;
      socket.destroy();
      resolve({ firstTokenMs, complete: true });
    });
    socket.on('error', () => resolve({ firstTokenMs, complete: false }));
    socket.on('close', () => resolve({ firstTokenMs, complete: false }));
  });
}

if (import.meta.main) await run();
