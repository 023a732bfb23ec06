import type { StreamEvent } from '../../../contract/events.ts';
import {
  collectReply,
  createReplyCollector,
  type CollectedReply,
} from '../../../contract/chat/collect-reply.ts';

interface Head {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
  /** Base of the articles' paths. */
  readonly origin: string;
  readonly includesUsage: boolean;
  /** What is to be said of an answer beside its text; `''` for nothing. */
  readonly remarkOn: (reply: CollectedReply) => Promise<string>;
}

/** Always zero, since Docent pays for its models. */
const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/**
 * An answer in OpenAI's format, in chunks or as one object. Sources become annotations of the citation markers; what is to
 * be said of the answer ends its text.
 */
export function openAiText({ id, created, model, origin, includesUsage, remarkOn }: Head) {
  const remarkBelow = async (reply: CollectedReply): Promise<string> => {
    const remark = await remarkOn(reply);
    return remark === '' ? '' : `\n\n*${remark}*`;
  };
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(includesUsage && { usage: null }),
    })}\n\n`;

  return {
    async *streamed(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
      const { reply, add } = createReplyCollector();
      yield chunk({ role: 'assistant', content: '' });
      for await (const event of events) {
        add(event);
        if (event.event === 'token' && event.data.content !== '')
          yield chunk({ content: event.data.content });
      }
      const remark = await remarkBelow(reply);
      if (remark !== '') yield chunk({ content: remark });
      const annotations = annotationsOf(reply, origin);
      if (annotations.length > 0) yield chunk({ annotations });
      yield chunk({}, finishOf(reply));
      if (includesUsage)
        yield `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices: [], usage })}\n\n`;
      yield 'data: [DONE]\n\n';
    },

    async whole(events: AsyncIterable<StreamEvent>) {
      const reply = await collectReply(events);
      const message = {
        role: 'assistant',
        content: reply.reply + (await remarkBelow(reply)),
        refusal: null,
        annotations: annotationsOf(reply, origin),
      };
      return {
        id,
        object: 'chat.completion',
        created,
        model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(reply) }],
        usage,
      };
    },
  };
}

const finishOf = ({ answerState }: CollectedReply) => (answerState === 'refused' ? 'content_filter' : 'stop');

/** The sources of the text's citation markers. */
const annotationsOf = ({ reply, citations }: CollectedReply, origin: string) =>
  [...reply.matchAll(/\[(\d{1,2})\]/g)].flatMap(({ 0: mark, 1: number, index }) => {
    const citation = citations[Number(number) - 1];
    if (!citation) return [];
    const { title, url } = citation;
    const place = { start_index: index, end_index: index + mark.length };
    return [{ type: 'url_citation', url_citation: { url: absolute(origin, url), title, ...place } }];
  });

const absolute = (origin: string, url: string) => URL.parse(url, origin)?.href ?? url;
