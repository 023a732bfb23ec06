import type { Citation } from '../../../contract/articles/articles.ts';
import type { StreamEvent } from '../../../contract/events.ts';

interface Head {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
  /** Base of the articles' paths. */
  readonly origin: string;
  readonly includesUsage: boolean;
}

/** Always zero, since Docent pays for its models. */
const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** An answer in OpenAI's format, in chunks or as one object. Sources become annotations of the citation markers. */
export function openAiText({ id, created, model, origin, includesUsage }: Head) {
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
      const said = collector();
      yield chunk({ role: 'assistant', content: '' });
      for await (const event of events) {
        said.note(event);
        if (event.event === 'token' && event.data.content !== '')
          yield chunk({ content: event.data.content });
      }
      const annotations = said.annotations(origin);
      if (annotations.length > 0) yield chunk({ annotations });
      yield chunk({}, said.finish());
      if (includesUsage)
        yield `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices: [], usage })}\n\n`;
      yield 'data: [DONE]\n\n';
    },

    async whole(events: AsyncIterable<StreamEvent>) {
      const said = collector();
      for await (const event of events) said.note(event);
      const message = {
        role: 'assistant',
        content: said.text(),
        refusal: null,
        annotations: said.annotations(origin),
      };
      return {
        id,
        object: 'chat.completion',
        created,
        model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: said.finish() }],
        usage,
      };
    },
  };
}

/** Collects text, state and citations of an answer. */
function collector() {
  let text = '';
  let state = '';
  let citations: readonly Citation[] = [];
  return {
    note(event: StreamEvent) {
      if (event.event === 'token') text += event.data.content;
      if (event.event === 'citations') citations = event.data;
      if (event.event === 'answer_state') state = event.data.answerState;
    },
    text: () => text,
    finish: () => (state === 'refused' ? 'content_filter' : 'stop'),
    annotations(origin: string) {
      const marks = [...text.matchAll(/\[(\d{1,2})\]/g)];
      return marks.flatMap(({ 0: mark, 1: number, index }) => {
        const citation = citations[Number(number) - 1];
        if (!citation) return [];
        const { title, url } = citation;
        const place = { start_index: index, end_index: index + mark.length };
        return [{ type: 'url_citation', url_citation: { url: absolute(origin, url), title, ...place } }];
      });
    },
  };
}

const absolute = (origin: string, url: string) => URL.parse(url, origin)?.href ?? url;
