import { pino } from 'pino';
import type { Log } from '../ports/log.ts';

/** JSON lines on standard output. */
export const createLog = (level: string): Log => pino({ level });
