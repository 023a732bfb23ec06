import process from 'node:process';
import { pino } from 'pino';
import type { Log } from '../ports/log.ts';
import { limitedLog } from './limited-log.ts';

/** JSON lines on standard output. */
export const createLog = (level: string): Log => limitedLog(pino({ level }));

/**
 * Human-readable lines when standard output is a terminal, otherwise JSON lines; or JSON lines in a file, which SIGHUP reopens after a rotation.
 * Throws when the file cannot be written.
 */
export async function openLog(level: string, file?: string): Promise<Log> {
  if (file !== undefined) {
    const destination = pino.destination({ dest: file, append: true, sync: true, mode: 0o640 });
    process.on('SIGHUP', () => destination.reopen());
    return limitedLog(pino({ level }, destination));
  }
  if (!process.stdout.isTTY) return createLog(level);
  const { default: pretty } = await import('pino-pretty');
  return limitedLog(
    pino(
      { level },
      pretty({ sync: true, singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
    ),
  );
}
