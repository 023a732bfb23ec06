import { isFault } from '../kit/fault.ts';
import { textWeight } from './estimate.ts';

/** The window of a model, and what a prompt of it costs. */
export interface Window {
  /** Tokens that it reads and writes in one call. */
  readonly tokens: number;
  /** Its tokens for each estimated one; more than 1 where it has refused a prompt that was estimated to fit. */
  readonly rate: number;
}

/** Part of the window that the answer may have. */
const answerShare = 1 / 3;
/** The estimate is no exact count. */
const caution = 1.15;

/** Output tokens that a window leaves for an answer. */
export const answerTokens = (wanted: number, window: Window | undefined): number =>
  window === undefined ? wanted : Math.max(64, Math.min(wanted, Math.floor(window.tokens * answerShare)));

/** Estimated tokens that a prompt may have beside an answer. */
export const roomIn = (window: Window, answer: number): number =>
  Math.max(0, Math.floor((window.tokens - answer) / (caution * window.rate)));

/** The window that a refusal of a prompt names, by what the prompt was estimated to have; half of it where it names none. */
export function windowOf(error: unknown, estimate: number): Window | undefined {
  const refused = isFault(error, 'upstream') ? error.details.window : undefined;
  if (refused === undefined) return undefined;
  const { tokens = estimate / 2, asked = estimate } = refused;
  return { tokens, rate: Math.max(1, asked / Math.max(1, estimate)) };
}

/** A call that is ready, with the estimated tokens of its prompt. */
interface Prepared<T> {
  readonly estimate: number;
  readonly run: () => Promise<T>;
}

/**
 * Makes a call with what fits into a window of `contextTokens`, `undefined` where it is not known. When the prompt is refused as too
 * long, makes it once more with what fits into the window that the refusal names.
 */
export async function fittingCall<T>(
  contextTokens: number | undefined,
  prepare: (window: Window | undefined) => Prepared<T>,
): Promise<T> {
  const first = prepare(contextTokens === undefined ? undefined : { tokens: contextTokens, rate: 1 });
  try {
    return await first.run();
  } catch (error) {
    const smaller = windowOf(error, first.estimate);
    if (smaller === undefined) throw error;
    return prepare(smaller).run();
  }
}

/** Steps to a text that fits; each one cuts more than what is too much. */
const mostCuts = 8;
/** Fewer UTF-16 units are no text to work with. */
const fewest = 200;

/** What `cut` leaves of a text of at most `length` UTF-16 units that has at most `room` estimated tokens, but for the fewest. */
export function textWithin(cut: (length: number) => string, length: number, room: number): string {
  let text = cut(length);
  for (let cuts = 0; cuts < mostCuts && textWeight(text) > room && text.length > fewest; cuts++)
    text = cut(Math.max(fewest, Math.floor(0.95 * text.length * (room / textWeight(text)))));
  return text;
}
