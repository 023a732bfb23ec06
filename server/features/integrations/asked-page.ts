import { citedTitle } from '../../../contract/articles/cited-title.ts';
import { chatLimits } from '../../../contract/chat/chat.ts';
import { collectReply, isFailedReply } from '../../../contract/chat/collect-reply.ts';
import type { Document, RequestContext } from '../../http/implement.ts';
import { explained } from '../../kit/explained.ts';
import { Fault, forbidden, invalid, unavailable } from '../../kit/fault.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import type { Answer, RemarkOn } from '../chat/chat.ts';
import { plainFailure } from './plain-failure.ts';
import { withWholeLinks } from './linked-marks.ts';
import { siteAddress, siteBase } from './site-address.ts';

export interface AskedPageDeps {
  readonly host: Pick<Host, 'describe'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
}

/**
 * Answers a question in the address of an article's Markdown (`?ask=`), with preference for that page. Limits, log and costs are those of
 * a visitor's question; the text is the answer with its sources. Throws the Faults `invalid`, `forbidden`, `disabled`, `limited` and
 * `unavailable`.
 */
export function askedPage(
  { host, answer, remarkOn }: AskedPageDeps,
  { head, question, context }: Asked,
): Document {
  const { visitor, origin, headers } = context;
  const asked = question.trim();
  if (asked === '' || asked.length > chatLimits.messageLength)
    throw invalid(explained('ask_length', { max: chatLimits.messageLength }));
  if (isWithoutReader(headers)) throw forbidden(explained('ask_elsewhere'));
  const addressOf = siteAddress(host, origin);
  const text = async (signal: AbortSignal): Promise<string> => {
    const purpose = { kind: 'chat', scenario: 'visitor_qa', history: [], streamed: false } as const;
    const reply = await collectReply(
      answer({ ...purpose, question: asked, pageUrl: head.url, visitor, signal }),
    );
    if (isFailedReply(reply)) throw refusal(reply);
    const remark = await remarkOn(reply, asked);
    const sources = reply.citations.map(({ url, ...cited }, index) => {
      const title = citedTitle(cited).replaceAll(/[[\]]/g, '');
      return `${index + 1}. ${url === '' ? title : `[${title}](${addressOf(url)})`}`;
    });
    const said = withWholeLinks(reply.reply, siteBase(host, origin));
    const parts = [remark, said, sources.length > 0 ? `Sources:\n\n${sources.join('\n')}` : ''];
    return `${parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n')}\n`;
  };
  return {
    status: 200,
    contentType: 'text/markdown; charset=utf-8',
    // Generated only when the body is read: a HEAD request must not cost an answer.
    body: async (signal) => once(await text(signal)),
    headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
  };
}

interface Asked {
  readonly head: ArticleHead;
  readonly question: string;
  readonly context: Pick<RequestContext, 'visitor' | 'origin' | 'headers'>;
}

/** True for requests of a browser for another site's page, and for prefetches: an image with this address must not cause costs. */
const isWithoutReader = (headers: Readonly<Record<string, string>>): boolean =>
  ['cross-site', 'same-site'].includes(headers['sec-fetch-site'] ?? '') ||
  /\bprefetch\b/i.test(headers['sec-purpose'] ?? '');

const refusal = ({ answerState, reply, retryAfterSeconds }: Awaited<ReturnType<typeof collectReply>>) => {
  const said = plainFailure(reply);
  if (answerState !== 'limited') return unavailable(said);
  return new Fault('limited', said, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
};

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
