import process from 'node:process';
import { pino } from 'pino';
import type { Log } from '../ports/log.ts';

/** JSON lines on standard output. */
export const createLog = (level: string): Log => pino({ level });

/**
 * Human-readable lines when standard output is a terminal, otherwise JSON lines; or JSON lines in a file, which SIGHUP reopens after a rotation.
 * Throws when the file cannot be written.
 */
export async function openLog(level: string, file?: string): Promise<Log> {
  if (file !== undefined) {
    const destination = pino.destination({ dest: file, append: true, sync: true, mode: 0o640 });
    process.on('SIGHUP', () => destination.reopen());
    const log: Log = pino({ level }, destination);
    return log;
  }
  if (!process.stdout.isTTY) return createLog(level);
  const { default: pretty } = await import('pino-pretty');
  const lines: Log = pino(
    { level },
    pretty({ sync: true, singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
  );
  return lines;
}
