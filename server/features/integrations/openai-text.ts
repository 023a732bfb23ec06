import type { StreamEvent } from '../../../contract/events.ts';
import {
  createReplyCollector,
  isFailedReply,
  type CollectedReply,
} from '../../../contract/chat/collect-reply.ts';
import type { Fault } from '../../kit/fault.ts';
import type { ModelUsage } from '../../ports/models.ts';
import { createLinkedMarks } from './linked-marks.ts';

interface Head {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
  /** The address of an article's page. */
  readonly addressOf: (url: string) => string;
  /** Address of the site. */
  readonly site: string;
  /** True when citation marks become links in the text. */
  readonly links: boolean;
  readonly includesUsage: boolean;
  /** Remark to append to an answer; `''` for none. */
  readonly remarkOn: (reply: CollectedReply) => Promise<string>;
  /** The failure that the text of an answer reports; `undefined` while there is none. */
  readonly failure: (said: string) => Fault | undefined;
  /** Tokens used by the answer's model; empty when no model was called. */
  readonly usage: () => ModelUsage;
}

/**
 * An answer in OpenAI's format, in chunks or as one object. Citation marks become links or annotations, and the remark is
 * appended to the text. A failure becomes an error, never text.
 */
export function openAiText(head: Head) {
  const { id, created, model, includesUsage, remarkOn, failure } = head;
  const remarkBelow = async (reply: CollectedReply): Promise<string> => {
    const remark = await remarkOn(reply);
    return remark === '' ? '' : `\n\n*${remark}*`;
  };
  const chunk = (delta: object, finish: string | null = null) =>
    frame({
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(includesUsage && { usage: null }),
    });
  const usage = () => {
    const { promptTokens = 0, completionTokens = 0 } = head.usage();
    return {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
  };

  return {
    /** Throws the failure of the answer. */
    async *streamed(events: AsyncIterable<StreamEvent>): AsyncGenerator<string> {
      const { reply, text, add, end } = createText(head);
      yield chunk({ role: 'assistant', content: '' });
      for await (const event of events) {
        const piece = add(event);
        if (piece !== '') yield chunk({ content: piece });
      }
      const broken = isFailedReply(reply) ? failure(text.last) : undefined;
      if (broken) throw broken;
      const rest = end() + (await remarkBelow(reply));
      if (rest !== '') yield chunk({ content: rest });
      const annotations = annotationsOf(text.shown, reply, head);
      if (annotations.length > 0) yield chunk({ annotations });
      yield chunk({}, finishOf(reply));
      if (includesUsage)
        yield frame({ id, object: 'chat.completion.chunk', created, model, choices: [], usage: usage() });
      yield doneFrame;
    },

    /** Frames that end a stream after a failure in the middle. */
    broken: (fault: Fault) => frame({ error: streamError(fault) }) + doneFrame,

    /** Throws the failure of the answer. */
    async whole(events: AsyncIterable<StreamEvent>) {
      const { reply, text, add, end } = createText(head);
      for await (const event of events) add(event);
      const broken = isFailedReply(reply) ? failure(text.last) : undefined;
      if (broken) throw broken;
      end();
      const { revised: said = text.shown } = text;
      const message = {
        role: 'assistant',
        content: said + (await remarkBelow(reply)),
        refusal: null,
        annotations: annotationsOf(said, reply, head),
      };
      return {
        id,
        object: 'chat.completion',
        created,
        model,
        choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(reply) }],
        usage: usage(),
      };
    },
  };
}

const doneFrame = 'data: [DONE]\n\n';
const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

const streamError = ({ code, message }: Fault) => ({
  message,
  type: code === 'limited' ? 'rate_limit_error' : 'server_error',
  param: null,
  code: null,
});

interface Text {
  shown: string;
  /** The last token. */
  last: string;
  /** The whole text where a second look has changed its marks; a stream has sent the first one. */
  revised?: string;
}

/** Converts the text of an answer for clients. After a failure, pieces are held back until it is clear whether an answer follows. */
function createText({ addressOf, site, links, failure }: Head) {
  const { reply, add: collect } = createReplyCollector();
  const linkMarks = () =>
    createLinkedMarks({
      addressOf: (number) => {
        const citation = links ? reply.citations[number - 1] : undefined;
        return citation && (addressOf(citation.url) || undefined);
      },
      site,
    });
  const marks = linkMarks();
  const text: Text = { shown: '', last: '' };
  let kept = '';
  return {
    reply,
    text,
    add(event: StreamEvent): string {
      collect(event);
      if (event.event === 'answer_state' && event.data.text !== undefined) {
        const again = linkMarks();
        text.revised = again.push(event.data.text) + again.end();
      }
      if (event.event !== 'token') return '';
      text.last = event.data.content;
      if (failure('') !== undefined) {
        kept += event.data.content;
        return '';
      }
      const piece = marks.push(event.data.content);
      text.shown += piece;
      return piece;
    },
    end(): string {
      const piece = marks.push(kept + unmarked(reply)) + marks.end();
      text.shown += piece;
      return piece;
    },
  };
}

/** The marks of the sources that a curated answer, which is given as it was written, does not have; on a line of their own. */
function unmarked({ answeredBy, citations, reply }: CollectedReply): string {
  if (answeredBy !== 'curated') return '';
  const marks = citations.map((_, index) => `[${index + 1}]`).filter((mark) => !reply.includes(mark));
  return marks.length === 0 ? '' : `\n\n${marks.join(' ')}`;
}

const finishOf = ({ answerState }: CollectedReply) => (answerState === 'refused' ? 'content_filter' : 'stop');

/** Annotations for the citation marks in the text, whether or not the marks are links. */
const annotationsOf = (text: string, { citations }: CollectedReply, { addressOf }: Head) =>
  [...text.matchAll(/\[(\d{1,2})\](?:\([^\s()]*\))?/g)].flatMap(({ 0: mark, 1: number, index }) => {
    const citation = citations[Number(number) - 1];
    if (!citation) return [];
    const place = { start_index: index, end_index: index + mark.length };
    const { url, title, source: name } = citation;
    const source = { url: addressOf(url), title, ...(name !== undefined && { source: name }) };
    return [{ type: 'url_citation', url_citation: { ...source, ...place } }];
  });
