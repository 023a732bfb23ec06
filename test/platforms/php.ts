import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { freePort, listen } from '../fakes/listen.ts';

/** Pages of PHP at an origin. */
export interface PhpServer extends AsyncDisposable {
  readonly origin: string;
}

/**
 * Serves a folder by several processes of PHP's own server behind one address, each with one request at a time. Its own workers
 * share a socket: one that loses the race for a new connection waits for the next, and the requests it holds wait with it.
 */
export async function startPhp(folder: string, router: string, processes = 4): Promise<PhpServer> {
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const servers = ports.map((port) => {
    const words = ['-d', 'opcache.enable_cli=1', '-S', `127.0.0.1:${port}`, '-t', folder, router];
    return spawn('php', words, { stdio: 'ignore' });
  });
  await Promise.all(ports.map(untilOpen));
  const idle = idleOnes(ports);
  const front = createServer((request, response) => {
    void passOn(request, response, idle).catch(() => response.destroy());
  });
  const listening = await listen(front);
  return {
    origin: listening.origin,
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      const gone = servers.map(async (server) => {
        if (server.exitCode === null && server.kill('SIGKILL')) await once(server, 'exit');
      });
      await Promise.all(gone);
    },
  };
}

interface Idle {
  take(): Promise<number>;
  giveBack(port: number): void;
}

function idleOnes(ports: readonly number[]): Idle {
  const idle = [...ports];
  const waiting: ((port: number) => void)[] = [];
  return {
    take() {
      const port = idle.pop();
      return port === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(port);
    },
    giveBack(port) {
      const next = waiting.shift();
      if (next) next(port);
      else idle.push(port);
    },
  };
}

async function passOn(request: IncomingMessage, response: ServerResponse, idle: Idle): Promise<void> {
  const port = await idle.take();
  try {
    const { method, url: path, headers } = request;
    const onward = send({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: { ...headers, connection: 'close' },
    });
    const replied = once(onward, 'response') as Promise<[IncomingMessage]>;
    const [[reply]] = await Promise.all([replied, pipeline(request, onward)]);
    const { connection: _, ...own } = reply.headers;
    response.writeHead(reply.statusCode ?? 502, own);
    await pipeline(reply, response);
  } finally {
    idle.giveBack(port);
  }
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').catch(() => undefined);
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PHP does not answer');
}
