import { fieldsOf } from '../kit/coerce.ts';
import type { Mood } from './figure.ts';

/** A mood and how long it lasts, in milliseconds. */
export interface Feeling {
  readonly mood: Mood;
  readonly lastsMs: number;
}

/** Maximum duration of the mood while an answer runs. */
const longestAnswerMs = 180_000;
const moment = 4000;

/** The pet's mood after each event of the chat. */
const feelings: Readonly<Record<string, (detail: unknown) => Feeling | undefined>> = {
  'docent:ask': () => ({ mood: 'thinking', lastsMs: longestAnswerMs }),
  'docent:answer': () => ({ mood: 'idle', lastsMs: 0 }),
  'docent:feedback': (detail) => {
    const { rating, type } = fieldsOf(detail);
    const said = rating ?? type;
    if (said === 'like') return { mood: 'happy', lastsMs: moment };
    return said === 'dislike' ? { mood: 'sad', lastsMs: moment } : undefined;
  },
};

export const moodEvents: readonly string[] = Object.keys(feelings);

export const feelingAfter = (event: string, detail: unknown): Feeling | undefined =>
  feelings[event]?.(detail);
