import process from 'node:process';

/** Writes a line to standard output. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);
