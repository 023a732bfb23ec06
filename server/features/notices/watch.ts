import type { Kysely } from 'kysely';
import type { Notice } from './notice.ts';
import type { Topics } from './store/topics.ts';

/** Minimum interval between two reports of the same topic. */
const quietMs = 6 * 60 * 60_000;

/** A condition and its current state. */
export interface Condition {
  readonly topic: string;
  readonly isOn: boolean;
  /** Time for which it must hold before it is reported. */
  readonly holdMs: number;
  readonly begun: Notice;
  /** Sent when the condition ends. */
  readonly ended: Notice;
}

type Enqueue = (tx: Kysely<unknown>, notice: Notice) => Promise<void>;

/**
 * Reports that a condition has begun or ended. A beginning is reported again only after some hours, so that an intermittent
 * problem causes one notice; an end is reported only if the beginning was.
 */
export async function observe(
  { topic, isOn, holdMs, begun, ended }: Condition,
  { topics, now, enqueue }: { topics: Topics; now: number; enqueue: Enqueue },
): Promise<void> {
  const row = await topics.read(topic);
  const told = row?.told_at ?? 0;
  const state = row?.state ?? 'off';
  if (!isOn) {
    if (!row || state === 'off' || state === 'once') return;
    const off = { topic, state: 'off' as const, since: now, told_at: told };
    await topics.move(row, off, async (tx) => {
      if (state === 'on') await enqueue(tx, ended);
    });
    return;
  }
  if (state === 'on') return;
  const since = row && state === 'pending' ? row.since : now;
  if (now - since >= holdMs && now - told >= quietMs) {
    await topics.move(row, { topic, state: 'on', since: now, told_at: now }, (tx) => enqueue(tx, begun));
    return;
  }
  if (state !== 'pending') await topics.move(row, { topic, state: 'pending', since, told_at: told });
}

/** Reports an event once. */
export async function tellOnce(
  topic: string,
  notice: Notice,
  { topics, now, enqueue }: { topics: Topics; now: number; enqueue: Enqueue },
): Promise<void> {
  if (await topics.read(topic)) return;
  await topics.move(undefined, { topic, state: 'once', since: now, told_at: now }, (tx) =>
    enqueue(tx, notice),
  );
}
