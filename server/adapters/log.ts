import process from 'node:process';
import { pino } from 'pino';
import type { Log } from '../ports/log.ts';

/** JSON lines on standard output. */
export const createLog = (level: string): Log => pino({ level });

/** Lines to read when standard output is a terminal, JSON lines otherwise. */
export async function openLog(level: string): Promise<Log> {
  if (!process.stdout.isTTY) return createLog(level);
  const { default: pretty } = await import('pino-pretty');
  const lines: Log = pino(
    { level },
    pretty({ sync: true, singleLine: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
  );
  return lines;
}
