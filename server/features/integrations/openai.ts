import { setTimeout as pause } from 'node:timers/promises';
import { heartbeatFrame } from '../../../contract/frames.ts';
import { openAi, openAiModels, type ChatCompletionRequest } from '../../../contract/integrations.ts';
import { implement, type Document, type RequestContext } from '../../http/implement.ts';
import { Fault, notFound } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Host } from '../../ports/host.ts';
import type { ModelUsage } from '../../ports/models.ts';
import { bridged } from './bridged.ts';
import type { Answer, RemarkOn } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import { asked } from './openai-request.ts';
import { openAiText } from './openai-text.ts';
import { plainFailure } from './plain-failure.ts';
import { siteAddress, siteBase } from './site-address.ts';

interface Deps {
  readonly config: Pick<Config, 'read'>;
  readonly host: Pick<Host, 'describe'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
  readonly now: () => number;
}

const json = 'application/json; charset=utf-8';
/** Time that a stream waits for its first text, so that an early failure can be an error status; after that the response header is sent. */
const headMs = 700;
const heartbeatMs = 15_000;

/**
 * OpenAI-compatible chat endpoint. A question is limited and logged like a visitor's. System messages are ignored,
 * since answers come from the site only. A failure is an error status, or an error frame in a stream that has begun, unless the question
 * is answered without the model.
 */
export const openAiRoutes = ({ config, host, answer, remarkOn, now }: Deps) => {
  const assertOpen = async () => {
    const { openAiEnabled } = await config.read('integrations');
    if (!openAiEnabled) throw notFound('Page');
  };

  /** Prepares the answer to a request; it runs when its events are read. */
  const begin = (body: ChatCompletionRequest, { visitor, signal, origin }: RequestContext) => {
    const { question, history } = asked(body);
    let cause: unknown;
    let usage: ModelUsage = {};
    const events = answer({
      question,
      history,
      scope: body.scope,
      askedFrom: body.askedFrom,
      kind: 'chat',
      scenario: 'visitor_qa',
      visitor: { ...visitor, askedBy: 'v1' },
      signal,
      streamed: body.stream === true,
      failed: (error) => void (cause ??= error),
      spent: (tokens) => void (usage = tokens),
    });
    const model = openAiModels.find((name) => name === body.model) ?? openAiModels[0];
    const text = openAiText({
      id: `chatcmpl-${newId()}`,
      created: Math.floor(now() / 1000),
      model,
      addressOf: siteAddress(host, origin),
      site: siteBase(host, origin),
      links: model !== 'docent-annotations',
      includesUsage: body.stream_options?.include_usage === true,
      remarkOn: (reply) => remarkOn(reply, question),
      failure: (said) => (cause === undefined ? undefined : refusal(cause, said)),
      usage: () => usage,
    });
    return { events, text };
  };

  return implement(openAi, {
    models: async () => {
      await assertOpen();
      return jsonDocument({ object: 'list', data: openAiModels.map(described) });
    },
    model: async ({ params }) => {
      await assertOpen();
      const name = openAiModels.find((one) => one === params.model);
      if (name === undefined)
        throw new Fault(
          'not-found',
          `There is no model ${params.model}; there are ${openAiModels.join(', ')}`,
          {
            code: 'model_not_found',
            param: 'model',
          },
        );
      return jsonDocument(described(name));
    },
    complete: async ({ body }, context) => {
      await assertOpen();
      const { events, text } = begin(body, context);
      if (body.stream !== true) return jsonDocument(await text.whole(events));
      return {
        status: 200,
        contentType: 'text/event-stream',
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        body: bridged(await begun(text, text.streamed(events), context.signal), heartbeatFrame, heartbeatMs),
      };
    },
  });
};

/** Waits a moment for the first text. Throws a failure that comes first. */
async function begun(
  text: Pick<ReturnType<typeof openAiText>, 'broken'>,
  pieces: AsyncGenerator<string>,
  signal: AbortSignal,
): Promise<AsyncGenerator<string>> {
  const head = await pieces.next();
  const first = pieces.next();
  await Promise.race([first, pause(headMs, undefined, { ref: false })]);
  // The client has left: nobody would read the events and so end the answer.
  if (signal.aborted) {
    await pieces.return(undefined);
    signal.throwIfAborted();
  }
  return sent();

  async function* sent(): AsyncGenerator<string> {
    try {
      if (head.done !== true) yield head.value;
      for (let next = await first; next.done !== true; next = await pieces.next()) yield next.value;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      yield text.broken(error);
    } finally {
      await pieces.return(undefined);
    }
  }
}

/** A model's failure with a message for visitors, since its own message names the model and its server. */
function refusal(cause: unknown, said: string): Fault {
  if (cause instanceof Fault && cause.code !== 'upstream' && cause.code !== 'unavailable') return cause;
  const { code, details } = cause instanceof Fault ? cause : new Fault('unavailable', '');
  return new Fault(code, plainFailure(said), details);
}

const described = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'docent' });

const jsonDocument = (value: object): Document => ({
  status: 200,
  contentType: json,
  body: JSON.stringify(value),
});
