import { hostname } from 'node:os';

/** No call lasts longer; one that is open for this long has lost the process that made it. */
export const longestCallMs = 3_600_000;

/** Names this process among all that ever wrote to the ledger; `id` is new at each start. */
export const createInstance = (id: string): string => JSON.stringify([hostname(), process.pid, id]);

/**
 * Whether the process that opened a call is gone. On this host its process number tells at once, so a restart books
 * what a `kill -9` left behind; a process of another host (a replica) is given the time of the longest call.
 */
export function isGone(instance: string, self: string, startedAt: number, now: number): boolean {
  if (now - startedAt > longestCallMs) return true;
  if (instance === self) return false;
  const [host, pid] = parse(instance);
  if (host !== hostname()) return false;
  // A restarted container gives its new process the number of the old one.
  return pid === process.pid || !isRunning(pid);
}

function parse(instance: string): readonly [string, number] {
  const [host, pid]: unknown[] = JSON.parse(instance);
  return [String(host), Number(pid)];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
