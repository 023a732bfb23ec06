import { z } from 'zod';
import { GapReasons, type RememberedGap } from '../../../../contract/agent.ts';
import { instantOf } from '../../../kit/calendar.ts';

const Article = z.object({ postId: z.string(), title: z.string(), url: z.string() });

/** A stored gap. Times are epoch milliseconds, 0 for never. */
export const KnownGap = z.object({
  gapId: z.string(),
  status: z.enum(['open', 'still_open', 'closed']),
  title: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
  type: z.enum(['new_article', 'update_article', 'faq', 'internal_link']),
  questions: z.array(z.object({ question: z.string(), asks: z.int() })),
  asks: z.int(),
  visitors: z.int(),
  answered: z.int(),
  points: z.number(),
  reasons: GapReasons,
  trend: z.enum(['rising', 'steady', 'falling']),
  article: Article.optional(),
  firstSeen: z.int(),
  lastSeen: z.int(),
  closedAt: z.int(),
  /** Site fingerprint at the last recheck, `''` for none. */
  checkedSite: z.string(),
  checks: z.array(
    z.object({
      at: z.int(),
      question: z.string(),
      outcome: z.enum(['answered', 'open']),
      how: z.string(),
    }),
  ),
});
export type KnownGap = Readonly<z.infer<typeof KnownGap>>;
export type GapCheck = KnownGap['checks'][number];

/** Maximum of stored questions and checks per gap. */
export const questionsKept = 5;
export const checksKept = 6;

/** A gap in the wire format. */
export function shownGap(known: KnownGap): RememberedGap {
  const { checkedSite, ...gap } = known;
  return {
    ...gap,
    checked: checkedSite !== '',
    firstSeen: instantOf(gap.firstSeen),
    lastSeen: instantOf(gap.lastSeen),
    closedAt: instantOf(gap.closedAt),
    checks: gap.checks.map((check) => ({ ...check, at: instantOf(check.at) })),
  };
}
