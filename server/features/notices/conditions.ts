import { littleDiskBytes } from '../../../contract/doctor.ts';
import type { NoticeEvent } from '../../../contract/operator/notices.ts';
import type { UsageToday } from '../../../contract/usage/figures.ts';
import type { Notice } from './notice.ts';
import type { Topics } from './store/topics.ts';
import type { Condition } from './watch.ts';

/** State of other features and of the machine that notices depend on. */
export interface Watched {
  readonly usageToday: () => Promise<UsageToday>;
  /** Currency of costs; `''` when unknown. */
  readonly currency: () => string;
  readonly siteIsUp: (signal: AbortSignal) => Promise<boolean>;
  /** True when the last full rebuild of the index failed. */
  readonly rebuildFailed: () => Promise<boolean>;
  /** Problem of the search engine; `''` when it answers. Missing without one. */
  readonly engineProblem?: (() => Promise<string>) | undefined;
  /** Free space on the disk of the data folder; missing without such a folder. */
  readonly freeBytes?: (() => Promise<number>) | undefined;
}

/** An event that is reported once, such as a share of a budget that is used up. */
export interface Once {
  readonly topic: string;
  readonly once: Notice;
}

/** Minimum duration of an outage of the site before it is reported. */
const siteHoldMs = 3 * 60_000;
/** Free space above which a full disk counts as recovered. */
const enoughBytes = 1.25 * littleDiskBytes;
const levels = [100, 75, 50];

type Look = (watched: Watched, topics: Topics, signal: AbortSignal) => Promise<readonly (Condition | Once)[]>;

/** Detection of each event except the digest. */
export const looks: Readonly<Record<Exclude<NoticeEvent, 'digest'>, Look>> = {
  async budget({ usageToday, currency }) {
    const { date, models, cost } = await usageToday();
    const ofModels = models.flatMap(({ model, limit, usedPercent = 0 }) => {
      const level = levels.find((one) => usedPercent >= one);
      if (limit === undefined || level === undefined) return [];
      const figures = { percent: level, used: Math.round((usedPercent * limit) / 100), ceiling: limit };
      const once = { event: 'budget', phase: 'once', subject: model, figures } as const;
      return [{ topic: `budget:${date}:${level}:${model}`, once }];
    });
    return [...ofModels, ...ofCost(date, cost, currency())];
  },

  async model({ usageToday }) {
    const { models } = await usageToday();
    // A model that was not called today is neither healthy nor failing.
    return models
      .filter(({ calls }) => calls > 0)
      .map(({ model, failing }) => lasting('model', model, failing === true));
  },

  async site({ siteIsUp }, _topics, signal) {
    return [{ ...lasting('site', '', !(await siteIsUp(signal))), holdMs: siteHoldMs }];
  },

  async index({ rebuildFailed, engineProblem }) {
    const rebuild = lasting('index', 'rebuild', await rebuildFailed());
    if (!engineProblem) return [rebuild];
    return [rebuild, { ...lasting('index', 'engine', (await engineProblem()) !== ''), holdMs: siteHoldMs }];
  },

  async disk({ freeBytes }, topics) {
    if (!freeBytes) return [];
    const free = await freeBytes();
    const wasLow = (await topics.read(topicOf('disk', '')))?.state === 'on';
    const figures = { free: Math.round((free / 1024 ** 3) * 10) / 10 };
    return [lasting('disk', '', free < (wasLow ? enoughBytes : littleDiskBytes), figures)];
  },
};

/** The share of the daily spending limit that is used up; its notice has no subject, which is the name of a model. */
function ofCost(date: string, cost: UsageToday['cost'], currency: string): readonly Once[] {
  const { limit, used = 0, usedPercent = 0 } = cost ?? {};
  const level = levels.find((one) => usedPercent >= one);
  if (limit === undefined || level === undefined) return [];
  const figures = { percent: level, used, ceiling: limit, unit: 'money', currency };
  return [
    {
      topic: `budget:${date}:${level}:`,
      once: { event: 'budget', phase: 'once', subject: '', figures },
    },
  ];
}

const topicOf = (event: NoticeEvent, subject: string) => (subject === '' ? event : `${event}:${subject}`);

const lasting = (
  event: NoticeEvent,
  subject: string,
  isOn: boolean,
  figures: Notice['figures'] = {},
): Condition => ({
  topic: topicOf(event, subject),
  isOn,
  holdMs: 0,
  begun: { event, phase: 'begun', subject, figures },
  ended: { event, phase: 'ended', subject, figures },
});
