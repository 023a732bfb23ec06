import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { SettingError } from '../../env.ts';

/** Longest time for npm to fetch and install a version. */
const installMs = 15 * 60_000;
const lookMs = 5_000;
/** Less than this is the runtime's own: wake-ups of its threads, lines of a log. */
const leastBytes = 16_384;

/**
 * npm's own limits, for systems that count no bytes: it would wait five minutes for each of three attempts. Longer than the minute of
 * silence, since another attempt reads and writes something.
 */
const limits = [
  '--fetch-timeout=75000',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=2000',
  '--fetch-retry-maxtimeout=5000',
];

/** Runs npm of the Node.js that runs this, where it has one. It is ended when no byte has come for `silentMs`. Throws {@link SettingError}. */
export async function runNpm(words: readonly string[], silentMs = 60_000): Promise<void> {
  const beside = join(dirname(process.execPath), 'npm');
  const command = existsSync(beside) ? beside : 'npm';
  const running = promisify(execFile)(command, [...words, ...limits], {
    timeout: installMs,
    maxBuffer: 64 * 1024 ** 2,
  });
  const watch = endWhenSilent(running.child.pid, silentMs);
  try {
    await running;
  } catch (error) {
    throw new SettingError(
      watch.isSilent()
        ? `update: npm has received nothing for ${Math.round(silentMs / 1000)} seconds and was ended; see whether this machine reaches its registry (npm ping), and try again`
        : `update: npm could not install it: ${reasonOf(error)}`,
      { cause: error },
    );
  } finally {
    watch.stop();
  }
}

/** Ends a process and those below it once they have read and written nothing for so long, where the system counts that. */
function endWhenSilent(pid: number | undefined, silentMs: number) {
  let isSilent = false;
  let last = -1;
  let since = performance.now();
  const look = async () => {
    if (pid === undefined) return;
    const pids = await withChildren(pid);
    const bytes = await bytesOf(pids);
    if (bytes === undefined) return;
    if (last < 0 || Math.abs(bytes - last) >= leastBytes) [last, since] = [bytes, performance.now()];
    if (performance.now() - since < silentMs) return;
    isSilent = true;
    for (const one of pids) kill(one);
  };
  const timer = setInterval(() => void look().catch(() => undefined), Math.min(lookMs, silentMs / 4));
  return { isSilent: () => isSilent, stop: () => clearInterval(timer) };
}

/** The process and all below it: npm may be a script that starts another. */
async function withChildren(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const below = await Promise.all(text.split(' ').filter(Boolean).map(Number).map(withChildren));
  return [pid, ...below.flat()];
}

/** What processes have read and written, of files and of the network; `undefined` where that is not known. */
async function bytesOf(pids: readonly number[]): Promise<number | undefined> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/io`, 'utf8').catch(() => '')));
  if (texts[0] === '') return undefined;
  return texts
    .flatMap((text) => [...text.matchAll(/^[rw]char: (\d+)$/gm)])
    .reduce((sum, [, bytes]) => sum + Number(bytes), 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // It has ended by itself.
  }
}

/** The first line in which a program says why it failed, without npm's code and the name of its log file. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = text.split('\n').map((line) => line.replace(/^npm (?:error|ERR!|warn|WARN) ?/, '').trim());
  return (
    lines.find((line) => /\s/.test(line) && !/^(?:code |errno |A complete log)/.test(line)) ?? String(error)
  );
}
