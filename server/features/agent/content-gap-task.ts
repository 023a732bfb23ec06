import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { AgentMetrics } from '../../../contract/agent.ts';
import { dayMs } from '../../kit/calendar.ts';
import type { Work } from '../../work/job-kind.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import {
  recheckDueGaps,
  stillOpen,
  matchKnownGaps,
  renameGaps,
  type KnownGapDeps,
} from './gaps/known-gaps.ts';
import type { Pause } from './gaps/cluster.ts';
import { collect, type WindowFigures } from './gaps/collect.ts';
import { findGaps, type FoundGaps } from './gaps/find-gaps.ts';
import { detailsOf, limitationsOf } from './limitations.ts';
import { summarizeOnce, type SummarizeDeps } from './summarize.ts';
import { gapPrompt } from './prompt.ts';
import { gapBriefs } from './prompt-input.ts';
import { reportLimits, reportOf } from './report.ts';
import { readSamples } from './gaps/samples.ts';
import { siteState, type SiteState } from './site-state.ts';
import { stepsAt } from './steps.ts';
import type { AgentStore } from './store.ts';
import type { TaskInput, TaskResult, TaskState } from './task.ts';

interface WorkDeps extends KnownGapDeps, SummarizeDeps {
  readonly store: AgentStore;
  readonly logs: Pick<ChatLogs, 'questions' | 'read'>;
  /** All published articles. */
  readonly heads: () => Promise<readonly ArticleHead[]>;
  /** Masks personal data. */
  readonly mask: (text: string) => string;
  readonly yieldWhenIdle: () => Promise<void>;
  readonly log: Log;
}

type GapWork = Work<TaskInput, TaskState>;

const titlesShown = 80;

/**
 * A content-gap task: collects the questions of the window that the site left open, clusters them, finds the nearest
 * article of each, matches gaps of earlier tasks and rechecks those, lets a model word the report if there is one, and
 * saves the report. It only reads the site. When resumed after a crash it starts over, but results of rechecks and of
 * the model are reused.
 */
export const createContentGapTask = (deps: WorkDeps) => {
  return async (work: GapWork): Promise<TaskState> => {
    const { input, signal } = work;
    let { state } = work;
    const reach = (progress: number) => work.report((state = { ...state, progress }));

    reach(15);
    const { window, found, leftOut } = await readWindow(deps, work, () => reach(25));
    reach(40);
    const site = await readSite(deps);
    const matched = await matchKnownGaps(deps, found, signal);
    const rechecked = await recheckDueGaps(deps, site, signal);
    const open = stillOpen(matched, rechecked.known);
    reach(70);
    const shown = open.slice(0, reportLimits.gaps);
    const samples = await readSamples({ read: deps.logs.read, mask: deps.mask }, shown, input.maxLogs);
    const posts = postsOf(site);
    const titles = posts.map(({ title }) => title);
    const messages = gapPrompt(gapBriefs(shown, samples, input.maxTokens), titles, input.language);
    const summarized =
      shown.length > 0
        ? await summarizeOnce(deps, { messages, maxTokens: input.maxTokens, earlier: state.worded }, signal)
        : { without: 'gaps' as const };
    if ('words' in summarized) await work.checkpoint((state = { ...state, worded: summarized }));
    reach(85);
    const publishedPosts = site?.articles.length ?? 0;
    const metrics = metricsOf(input, {
      window,
      found,
      rechecked,
      publishedPosts,
      sampledLogs: samples.length,
    });
    const words = 'words' in summarized ? summarized.words : undefined;
    const circumstances = {
      summarized,
      leftOut,
      window,
      checksStopped: rechecked.stopped,
      siteKnown: site !== undefined,
    };
    const reportIn = (language: InterfaceLanguage) => ({
      ...reportOf({
        language,
        gaps: open,
        words,
        limitations: limitationsOf(circumstances, language),
        windowLogs: window.windowLogs,
        closed: rechecked.closed,
      }),
      steps: stepsAt(100, language, detailsOf(metrics, words !== undefined, open.length, language)),
    });
    const reports = { zh: reportIn('zh'), en: reportIn('en') };
    const report = reports[input.language];
    reach(92);
    signal.throwIfAborted();
    const generatedAt = new Date(deps.now()).toISOString();
    const result: TaskResult = { input: { metrics, logs: samples, posts, generatedAt }, report, reports };
    await renameGaps(deps, shown, words);
    await deps.store.reports.save(work.id, input.until, JSON.stringify(result));
    const summaries = { zh: reports.zh.summary, en: reports.en.summary };
    return { ...state, progress: 100, summary: report.summary, summaries, metrics };
  };
};

/** Metrics of a task for its report. */
const metricsOf = (
  { days, maxLogs }: TaskInput,
  seen: {
    readonly window: WindowFigures;
    readonly found: Pick<FoundGaps, 'clusters'>;
    readonly rechecked: { readonly checked: number; readonly closed: number };
    readonly publishedPosts: number;
    readonly sampledLogs: number;
  },
): AgentMetrics => ({
  days,
  maxLogs,
  sampledLogs: seen.sampledLogs,
  ...seen.window,
  publishedPosts: seen.publishedPosts,
  searchQuerySource: 'keyword_searches',
  clusters: seen.found.clusters,
  checkedGaps: seen.rechecked.checked,
  closedGaps: seen.rechecked.closed,
});

/** Collects and clusters the open questions of the window. */
async function readWindow(deps: WorkDeps, { input, signal }: GapWork, collected: () => void) {
  const pause = createPause(deps.yieldWhenIdle, signal);
  const span = { from: input.until - input.days * dayMs, below: input.until };
  const { collection, figures } = await collect(
    { logs: deps.logs, searches: deps.store.searches, pause },
    span,
  );
  collected();
  const found = await findGaps(collection, deps.mask, pause);
  return { window: figures, found, leftOut: collection.leftOut };
}

/** Length of a slice between two yields: long enough to keep overhead low, short enough not to delay requests. */
const sliceMs = 10;

function createPause(yieldWhenIdle: () => Promise<void>, signal: AbortSignal): Pause {
  let begunAt = performance.now();
  return () => {
    if (performance.now() - begunAt < sliceMs) return undefined;
    signal.throwIfAborted();
    return yieldWhenIdle().then(() => void (begunAt = performance.now()));
  };
}

/** The current articles; `undefined` when the host is unavailable, since a report is possible without them. */
async function readSite({ heads, log }: WorkDeps): Promise<SiteState | undefined> {
  try {
    return siteState(await heads());
  } catch (error) {
    log.warn({ err: String(error) }, 'the articles could not be listed for a content-gap task');
    return undefined;
  }
}

const postsOf = (site: SiteState | undefined) =>
  (site?.articles ?? []).slice(0, titlesShown).map(({ id, title, createdAt, modifiedAt }) => ({
    name: id,
    title,
    created: createdAt,
    updated: modifiedAt,
  }));
