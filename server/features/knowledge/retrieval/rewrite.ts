import type { Models } from '../../../ports/models.ts';
import { requestText } from '../../../model-calls/request-text.ts';
import { rewritePrompt } from './prompt.ts';
import { explained } from '../../../kit/explained.ts';
import type { RetrievalRequest, RetrievalSettings } from './request.ts';
import { withoutEnd, withoutStart } from '../../../kit/scan/edges.ts';

/** A longer result is an answer, not a question. */
const maxLength = 500;
/** Earlier turns that the rewriter sees. */
const historyItems = 4;

/** The question in words that search well, made by a model when both switches are on; otherwise, and on any failure, as asked. */
export async function rewriteQuestion(
  models: Pick<Models, 'chat'>,
  request: RetrievalRequest,
  { models: names, enhancement, timeouts }: RetrievalSettings,
): Promise<string> {
  const stage = ['query_rewrite', 'Query rewrite'] as const;
  const { question, trace, signal } = request;
  if (!names.queryRewriteEnabled || !enhancement.queryRewriteToggle) {
    trace.add(...stage, { status: 'skipped', detail: explained('trace_off') });
    return question;
  }
  const history = enhancement.queryRewriteWithHistory ? request.history.slice(-historyItems) : [];
  const rewrite = async () => {
    const rewritten = await requestText(models, {
      signal,
      logId: request.logId,
      timeoutMs: timeouts.rewriteMs,
      what: 'a reworded question',
      model: names.aiFoundationQueryRewriteModelName || names.aiFoundationChatModelName,
      messages: rewritePrompt(enhancement.queryRewritePrompt, question, history),
      temperature: 0,
      maxTokens: 256,
      scenario: 'search_query_rewrite',
    });
    const query = withoutEnd(withoutStart(rewritten.replace(/\s+/g, ' '), /["“「]/), /["”」]/).trim();
    const usable = query !== '' && query.length <= maxLength && query !== question;
    const end = usable
      ? { detail: explained('trace_narrowed', { before: question, after: query }) }
      : { status: 'skipped' as const, detail: explained('trace_unchanged') };
    return { result: usable ? query : question, ...end };
  };
  return trace.attempt(...stage, rewrite, {
    signal,
    otherwise: question,
    failed: (reason) => ({ detail: explained('trace_rewrite_failed', { reason }) }),
  });
}
