import process from 'node:process';
import { pino } from 'pino';
import type { Log } from '../ports/log.ts';
import { limitedLog } from './limited-log.ts';

/** Characters of lines that wait for a disk that takes none; further ones are dropped. */
const mostWaiting = 1024 ** 2;

/** JSON lines on standard output. */
export const createLog = (level: string): Log => limitedLog(pino({ level }));

/**
 * Human-readable lines when standard output is a terminal, otherwise JSON lines; or JSON lines in a file, which SIGHUP reopens after a rotation.
 * Throws when the file cannot be opened. A disk that is full later costs lines, and no answer.
 */
export async function openLog(level: string, file?: string): Promise<Log> {
  if (file !== undefined) {
    const destination = pino.destination({
      dest: file,
      append: true,
      sync: true,
      mode: 0o640,
      maxLength: mostWaiting,
    });
    const tell = once((error: Error) =>
      process.stderr.write(`docent: DOCENT_LOG_FILE: ${file} cannot be written: ${error.message}\n`),
    );
    destination.on('error', tell);
    process.on('SIGHUP', () => {
      try {
        destination.reopen();
      } catch (error) {
        // The lines go on into the file that was open.
        tell(error instanceof Error ? error : new Error(String(error)));
      }
    });
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

/** Calls a function at the first time alone. */
function once<T>(work: (value: T) => unknown): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (isDone) return;
    isDone = true;
    work(value);
  };
}
