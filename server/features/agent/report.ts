import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { AgentReport, ContentGap } from '../../../contract/agent.ts';
import { truncate } from '../../text/text.ts';
import type { MatchedGap } from './gaps/match-gaps.ts';
import { texts } from './texts.ts';
import type { ReportSummary } from './summary-schema.ts';
import { withoutEnd } from '../../kit/scan/edges.ts';

/** Input of a report: counts, and texts of the model if any. */
interface Findings {
  readonly language: InterfaceLanguage;
  /** Open gaps, highest scores first. */
  readonly gaps: readonly MatchedGap[];
  readonly windowLogs: number;
  readonly closed: number;
  /** Texts of the model, by number of the gap from 1. */
  readonly words: ReportSummary | undefined;
  readonly limitations: readonly string[];
}

/** Bounds of a report; smaller gaps are in the list of gaps only. */
export const reportLimits = { gaps: 10, evidence: 3, outline: 4, updates: 5, nextActions: 5 } as const;
const headingLength = 120;

export function reportOf(findings: Findings) {
  const { language, gaps, windowLogs, closed, words } = findings;
  const say = texts[language];
  const shown = gaps.slice(0, reportLimits.gaps);
  const contentGaps = shown.map((gap, at) => contentGap(gap, wordsFor(words, at), language));
  const high = gaps.filter(({ known }) => known.priority === 'high').length;
  const counted = say.summary(gaps.length, high, windowLogs, closed);
  const summary = gaps.length === 0 && closed === 0 ? say.nothing(windowLogs) : counted;
  return {
    summary: words?.summary ? `${summary} ${words.summary}` : summary,
    contentGaps,
    articleUpdates: articleUpdates(shown, contentGaps, language),
    nextActions: nextActions(contentGaps, words, language),
    limitations: [
      ...findings.limitations,
      ...(gaps.length > shown.length ? [say.limits.more(gaps.length - shown.length)] : []),
    ],
  };
}

const wordsFor = (words: ReportSummary | undefined, at: number) =>
  words?.gaps.find(({ id }) => id === at + 1);

/** Numbers, questions, priority and kind are counted; title, reason, action and outline may come from the model. */
function contentGap(
  { known, found, nearest }: MatchedGap,
  words: ReportSummary['gaps'][number] | undefined,
  language: InterfaceLanguage,
): ContentGap {
  const say = texts[language];
  const answeredToo = known.answered > 0 ? [say.answeredToo(known.answered)] : [];
  const near = nearest.article ? [say.nearest(nearest.article.title, nearest.covered)] : [];
  const counted = [
    say.counted(known.asks, known.visitors, say.reasons(known.reasons)),
    ...answeredToo,
    ...near,
  ].join(' ');
  const isUncovered = nearest.article !== undefined && !nearest.covered;
  const note = [words?.reason ?? '', ...answeredToo, ...(isUncovered ? near : [])];
  return {
    title: words?.title || headingOf(known.questions[0]?.question ?? ''),
    priority: known.priority,
    type: known.type,
    evidence: found.questions
      .slice(0, reportLimits.evidence)
      .map(({ question, asks, reasons }) => say.evidence(question, asks, say.reasons(reasons))),
    reason: words?.reason ? `${words.reason} ${counted}` : counted,
    suggestedAction: words?.suggestedAction || say.actions[known.type](nearest.article?.title ?? ''),
    outline:
      words && words.outline.length > 0 ? words.outline : outlineOf(found, known.type, nearest, language),
    note: note.filter(Boolean).join(' '),
    byModel: words !== undefined,
    gapId: known.gapId,
    asks: known.asks,
    visitors: known.visitors,
    answered: known.answered,
    points: known.points,
    reasons: { ...known.reasons },
    trend: known.trend,
    ...(known.article && { article: known.article }),
  };
}

/** Without a model the outline is the visitors' questions under their common keywords. */
function outlineOf(
  { questions, terms }: MatchedGap['found'],
  type: ContentGap['type'],
  { article }: MatchedGap['nearest'],
  language: InterfaceLanguage,
): string[] {
  const say = texts[language];
  const opening = article && type !== 'new_article' ? say.section(article.title) : undefined;
  const about = terms.length > 0 ? say.about(terms.join(language === 'zh' ? '、' : ', ')) : undefined;
  return [opening ?? about, ...questions.map(({ question }) => headingOf(question))]
    .filter((heading) => heading !== undefined)
    .slice(0, reportLimits.outline);
}

/** A question as a heading: one line without end marks. */
const headingOf = (question: string): string =>
  truncate(withoutEnd(question.replace(/\s+/g, ' '), /[?？!！。.…\s]/), headingLength, '…');

/** Articles to update, each once, with the questions they should answer. */
function articleUpdates(
  gaps: readonly MatchedGap[],
  contentGaps: readonly ContentGap[],
  language: InterfaceLanguage,
): AgentReport['articleUpdates'] {
  const say = texts[language];
  const updates = new Map<string, AgentReport['articleUpdates'][number]>();
  for (const [at, { known, found, nearest }] of gaps.entries()) {
    const isUpdate = known.type === 'update_article' || known.type === 'internal_link';
    if (!nearest.article || !isUpdate || updates.has(nearest.article.postId)) continue;
    const { postId, title, url } = nearest.article;
    const questions = found.questions.slice(0, 2).map(({ question }) => headingOf(question));
    updates.set(postId, {
      articleTitle: title,
      reason: say.counted(known.asks, known.visitors, say.reasons(known.reasons)),
      suggestion: contentGaps[at]?.suggestedAction || say.update(questions.join(' / ')),
      postId,
      url,
      ...(nearest.heading !== '' && { heading: nearest.heading }),
    });
  }
  return [...updates.values()].slice(0, reportLimits.updates);
}

function nextActions(
  contentGaps: readonly ContentGap[],
  words: ReportSummary | undefined,
  language: InterfaceLanguage,
): string[] {
  const { next } = texts[language];
  const [first] = contentGaps;
  if (!first) return [next.nothing];
  const updates = contentGaps.filter(({ type }) => type === 'update_article').length;
  const own = [
    ...(words?.nextActions.length ? words.nextActions : [next.first(first.title)]),
    ...(updates > 0 ? [next.updates(updates)] : []),
  ];
  return [...own.slice(0, reportLimits.nextActions - 1), next.again];
}
