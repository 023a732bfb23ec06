import { dateOf, startOfDay } from '../kit/calendar.ts';
import type { Agent } from '../features/agent/agent.ts';
import type { ChatLogs } from '../features/chat-logs/chat-logs.ts';
import { maskPersonalData } from '../features/chat-logs/pii/privacy.ts';
import type { Knowledge } from '../features/knowledge/knowledge.ts';
import type { NoticeDeps } from '../features/notices/notices.ts';
import type { Foundation } from './foundation.ts';

/** Longest wait for the site. */
const siteAnswersMs = 10_000;
/** Questions that a digest reads at most. */
const questionsRead = 50;

/** What notices look at and tell, of ports and other features. */
export function noticeDeps(
  base: Foundation,
  { knowledge, chatLogs, agent }: { knowledge: Knowledge; chatLogs: ChatLogs; agent: Agent },
): NoticeDeps {
  const { db, clock, sureTime, log, locks, changes, host, usage, engine, folder, setup } = base;
  return {
    db,
    clock,
    sureTime,
    log,
    locks,
    changes,
    channels: base.noticeChannels,
    watched: {
      usageToday: usage.reports.today,
      currency: () => setup?.currency ?? '',
      siteIsUp: (signal) =>
        host.health(AbortSignal.any([signal, AbortSignal.timeout(siteAnswersMs)])).then(
          ({ ok }) => ok,
          () => signal.aborted,
        ),
      async rebuildFailed() {
        const { phase, cancelled } = await knowledge.rebuild.progress();
        return phase === 'error' && cancelled !== true;
      },
      engineProblem: engine && (() => engine.problem()),
      freeBytes: folder && (async () => (await folder()).freeBytes),
    },
    async digest({ first, last, texts }) {
      // Both ends of a filter are outside of it.
      const from = new Date(startOfDay(first) - 1).toISOString();
      const to = new Date(startOfDay(last + 1)).toISOString();
      const span = { from, to, kind: 'all' } as const;
      const { totalLogs, totalByAnswerState, feedbackDistribution } = await chatLogs.stats(span);
      const { totals } = await usage.reports.stats({
        range: '7d',
        start: dateOf(first),
        end: dateOf(last),
        model: '',
      });
      const gaps = (await agent.gaps()).filter(({ status }) => status !== 'closed');
      const open = texts
        ? await chatLogs.page({ ...span, ...notCovered, page: 0, size: questionsRead })
        : { items: [] };
      return {
        questions: totalLogs,
        notCovered: totalByAnswerState?.['not_covered'] ?? 0,
        disliked: feedbackDistribution.dislike,
        gaps: gaps.length,
        cost: totals.cost,
        currency: setup?.currency ?? '',
        openQuestions: open.items.map(({ question }) => maskPersonalData(question)),
        gapTitles: gaps.map(({ title }) => maskPersonalData(title)),
      };
    },
    site: () => ({ title: siteTitleOf(base), console: consoleAddressOf(base) }),
  };
}

const notCovered = { model: '', feedbackType: 'all', question: '', answerState: 'not_covered' } as const;

/** Title of the site, or its host where it has none. */
const siteTitleOf = ({ host, publicOrigin }: Foundation): string => {
  const { siteTitle, siteOrigin } = host.describe();
  return siteTitle || (URL.parse(siteOrigin ?? publicOrigin ?? '')?.host ?? 'Docent');
};

const consoleAddressOf = ({ publicOrigin, basePath = '', consolePath = '/console' }: Foundation): string =>
  publicOrigin === undefined ? '' : `${publicOrigin}${basePath}${consolePath}/`;
