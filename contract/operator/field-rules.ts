import { z } from 'zod';
import { must, mustFit } from '../wording.ts';

/** Fields of forms, each with what is said of a value that does not fit. */
const text = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .trim()
    .max(length, { error: mustFit(length) });
/** Without what ends a header or a command of a protocol. */
const oneLine = (value: string): boolean => !/\p{Cc}/u.test(value);
const noControl = { error: must('rule_no_control') };
/** What a person would copy of a text: blanks around it do not count. */
export const plainText = (length: number) => text(length).refine(oneLine, noControl);
/** Blanks around it are a part of it. */
export const passwordText = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .max(length, { error: mustFit(length) })
    .refine(oneLine, noControl);
export const word = <const W extends string>(words: readonly W[]) =>
  z.enum(words, { error: must('rule_one_of', { words: words.join(', ') }) });
export const whole = (min: number, max: number) => {
  const error = must('rule_whole_between', { min, max });
  return z.int({ error }).min(min, { error }).max(max, { error });
};
