import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Locks } from '../../work/lock.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { Config } from '../config/config.ts';
import type { ExcerptEditor } from './apply.ts';
import { contentHashOf, ownerOf, type Owner } from './authorship.ts';
import type { ExcerptRecord, ExcerptRecords } from './store/records.ts';
import { explained } from '../../kit/explained.ts';
import type { GenerateSettings } from './generate.ts';

/** Pace of updates; times in milliseconds. */
export interface Pace {
  /** Delay after a change, to collect several changes. */
  readonly settleMs: number;
  /** Minimum interval between the starts of two passes. */
  readonly gapMs: number;
  /** Minimum age of an excerpt before it is regenerated, however often its article changes. */
  readonly minAgeMs: number;
  /** Maximum of excerpts generated per pass. */
  readonly perPass: number;
}

const usualPace: Pace = { settleMs: 5_000, gapMs: 60_000, minAgeMs: 600_000, perPass: 20 };
/** Interval of passes without a hint, since hints may get lost. */
const pollEveryMs = 600_000;

/**
 * Generates excerpts automatically: for articles with their own switch on, whenever the text has changed; and while
 * `excerpt.enabled` is on, for new or changed articles without an excerpt. Never replaces a person's excerpt. Each text
 * is tried once: a failure is retried when the article changes. One process does this.
 */
export function createAutoUpdate(deps: {
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly host: Pick<Host, 'onChange' | 'describe'>;
  readonly config: Pick<Config, 'read' | 'onChange'>;
  readonly editor: ExcerptEditor;
  readonly records: ExcerptRecords;
  readonly locks: Pick<Locks, 'tryAcquire'>;
  readonly now: () => number;
  readonly log: Log;
  readonly pace?: Partial<Pace>;
}) {
  const { catalogue, host, config, editor, records, now, log } = deps;
  const pace = { ...usualPace, ...deps.pace };
  const stopping = new AbortController();
  const closers: { close(): void }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastPassAt = -Infinity;
  let running = Promise.resolve();

  /** Schedules a pass, not before its time. */
  const schedule = () => {
    if (stopping.signal.aborted) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        lastPassAt = performance.now();
        running = running.then(runPass).catch((error: unknown) => {
          if (!stopping.signal.aborted)
            log.warn({ err: String(error) }, 'the automatic update of excerpts failed');
        });
      },
      Math.max(pace.settleMs, lastPassAt + pace.gapMs - performance.now()),
    ).unref();
  };

  const runPass = async () => {
    const settings = await config.read('excerpt');
    if (!host.describe().canWriteExcerpts || !(await isWanted(settings.enabled))) return;
    await using lease = await deps.locks.tryAcquire('excerpts');
    if (!lease) return schedule();
    const signal = AbortSignal.any([stopping.signal, lease.signal]);
    const heads = await catalogue.heads();
    if (settings.enabled && !(await records.isTracking())) await records.startTracking(heads, now());
    const known = await records.all();
    const generateSettings: GenerateSettings = { ...settings, inputLength: settings.maxInputLength };
    let generated = 0;
    for (const head of heads) {
      signal.throwIfAborted();
      const record = known.get(head.id);
      if (!needsReading(head, record, settings.enabled)) continue;
      const isTooRecent = now() - (record?.writtenAt ?? 0) < pace.minAgeMs;
      if (isTooRecent || generated >= pace.perPass) schedule();
      else if (await updateExcerpt(head, record, generateSettings, signal)) generated += 1;
    }
  };

  /** True when there is work to do; stops tracking articles once the setting is off. */
  const isWanted = async (enabled: boolean): Promise<boolean> => {
    if (enabled) return true;
    if (await records.isTracking()) await records.stopTracking();
    return records.hasAuto();
  };

  /** Updates one excerpt; false when no model call was needed. */
  const updateExcerpt = async (
    head: ArticleHead,
    record: ExcerptRecord | undefined,
    generateSettings: GenerateSettings,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const article = await editor.article(head.id, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (!article) return false;
    const hash = contentHashOf(article);
    const seen = { seenRevision: head.revision, seenHash: hash };
    if (!isDue(ownerOf(article, record), record, hash)) {
      await records.put(head.id, seen);
      return false;
    }
    try {
      const edit = await editor.generate(head.id, { settings: generateSettings, signal });
      if (edit.kind === 'skipped') await records.put(head.id, { ...seen, triedHash: hash });
    } catch (error) {
      signal.throwIfAborted();
      await records.put(head.id, { ...seen, triedHash: hash });
      log.warn({ err: String(error), article: head.id }, 'an excerpt could not be updated automatically');
    }
    return true;
  };

  return {
    /** Call when something may have changed. */
    schedule,
    start() {
      closers.push(host.onChange(schedule), config.onChange(schedule));
      const polling = setInterval(schedule, pollEveryMs);
      polling.unref();
      closers.push({ close: () => clearInterval(polling) });
      schedule();
    },
    /** Deletes records of articles that are permanently gone. */
    async deleteStaleRecords() {
      const known = [...(await records.all()).keys()];
      if (known.length === 0) return;
      const published = new Set((await catalogue.heads()).map(({ id }) => id));
      const gone = known.filter((id) => !published.has(id));
      await records.deleteStale(gone, now() - keptMs);
    },
    async close() {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      clearTimeout(timer);
      for (const closer of closers) closer.close();
      await running;
    },
  };
}

/** Retention of records of missing articles, which may come back. */
const keptMs = 30 * 24 * 60 * 60_000;

/** Decides from the head alone whether the article must be read. */
function needsReading(head: ArticleHead, record: ExcerptRecord | undefined, enabled: boolean): boolean {
  const owner = ownerOf(head, record);
  if (owner === 'person') return false;
  const isSeen = record?.seenRevision === head.revision;
  if (record?.auto) return !isSeen || record.seenHash === '' || isDue(owner, record, record.seenHash);
  return enabled && owner === 'nobody' && head.visibility === 'public' && !isSeen;
}

/** True without an excerpt or with an outdated one, unless this text was tried already. */
const isDue = (owner: Owner, record: ExcerptRecord | undefined, contentHash: string): boolean =>
  owner !== 'person' &&
  record?.triedHash !== contentHash &&
  !(owner === 'docent' && record?.contentHash === contentHash);
