import process from 'node:process';
import { inLocale } from './words/in-locale.ts';

/** Writes a line, or several, to standard output, in the language of the operator. */
export const say = (text: string): void => void process.stdout.write(`${inLocale(text)}\n`);

/** Writes a line that says what went wrong to standard error. */
export const complain = (text: string): void => void process.stderr.write(`docent: ${inLocale(text)}\n`);
