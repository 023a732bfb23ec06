import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from './quirks-server.ts';

type Quirk = (exchange: Exchange) => void | Promise<void>;

/** Counts that the usage of a well-behaved stream reports. */
export const USAGE = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };

export const PNG_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const chunk = (delta: unknown, finish: string | null = null, more: object = {}) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
});

/** An answer that is not streamed. */
const wholeOf = (content: string) => ({
  choices: [{ message: { content }, finish_reason: 'stop' }],
  usage: USAGE,
});

const answer = async ({ event }: Exchange, text = 'ans') => {
  for (const letter of text) await event(chunk({ content: letter }));
  await event(chunk({}, 'stop', { usage: USAGE }));
  await event('[DONE]');
};

/** Observes whether the client has left. */
function watch(left: Promise<void>): { gone: boolean } {
  const state = { gone: false };
  void left.then(() => (state.gone = true));
  return state;
}

/** Waits a moment after a piece, as models do. */
const pace = async (piece: Promise<void>): Promise<void> => {
  await piece;
  await pause(20);
};

/** Refuses with 400 as long as a field is sent, then answers. */
const refusing =
  (field: string, message: string): Quirk =>
  (exchange) =>
    exchange.fields[field] === undefined
      ? exchange.path.endsWith('chat/completions')
        ? answer(exchange)
        : embed(exchange)
      : exchange.json(400, { error: { message, type: 'invalid_request_error', param: null } });

const failingOnce =
  (status: number): Quirk =>
  (exchange) =>
    exchange.attempt === 1
      ? exchange.json(status, { error: { message: 'try later' } }, { 'retry-after': '0' })
      : answer(exchange);

const inputs = ({ fields }: Exchange): string[] => fields.input;

/** A vector from which its text can be recognised: length, and the first two characters. */
const vector = (text: string, dimensions = 4) =>
  Array.from({ length: dimensions }, (_, place) =>
    place === 0 ? text.length : (text.codePointAt(place - 1) ?? 0) / 128,
  );

const embed = (exchange: Exchange, dimensions = exchange.fields.dimensions ?? 4) =>
  exchange.json(200, {
    object: 'list',
    data: inputs(exchange).map((text, index) => ({
      object: 'embedding',
      index,
      embedding: vector(text, dimensions),
    })),
    usage: { prompt_tokens: inputs(exchange).length, total_tokens: inputs(exchange).length },
  });

const base64 = (numbers: readonly number[]) =>
  Buffer.from(new Float32Array(numbers).buffer).toString('base64');

/** The habits by model name. */
export const quirks: Readonly<Record<string, Quirk>> = {
  plain: (exchange) => answer(exchange),
  'slow-words': async ({ event, left }) => {
    await event(chunk({ content: 'one ' }));
    await left;
  },
  'long-answer': (exchange) => answer(exchange, 'x'.repeat(1000)),

  // Streams
  'both-fields': async ({ event }) => {
    await event(chunk({ reasoning_content: 'think', reasoning: 'think' }));
    await event(chunk({ content: 'ans' }, 'stop'));
    await event('[DONE]');
  },
  'no-open-tag': async ({ event }) => {
    for (const text of ['pon', 'der</thi', 'nk>\n\nans']) await event(chunk({ content: text }));
    await event(chunk({}, 'stop'));
    await event('[DONE]');
  },
  'no-tags': async ({ event }) => {
    await event(chunk({ content: 'ans' }, 'stop'));
    await event('[DONE]');
  },
  crlf: async ({ write }) => {
    await write(`data:${JSON.stringify(chunk({ content: 'an' }))}\r\n\r\n`);
    await write(`data:${JSON.stringify(chunk({ content: 's' }, 'stop'))}\r\n\r`);
    await write('\ndata:[DONE]\r\n\r\n');
  },
  comments: async (exchange) => {
    await exchange.write(': keep-alive\n\n: PROCESSING\n\n');
    await answer(exchange);
  },
  'usage-everywhere': async ({ event }) => {
    await event(chunk({ content: 'a' }, null, { usage: { prompt_tokens: 5, completion_tokens: 1 } }));
    await event(chunk({ content: 'ns' }, null, { usage: { prompt_tokens: 5, completion_tokens: 2 } }));
    await event(chunk({}, 'stop', { usage: USAGE }));
    await event('[DONE]');
  },
  'split-characters': async ({ event }) => {
    for (const content of ['a\ud83d', '\ude00b', '\ud800', 'c\udc00', 'd\ud83d'])
      await event(chunk({ content }));
    await event(chunk({}, 'stop'));
    await event('[DONE]');
  },
  'usage-in-two': async ({ event }) => {
    await event(chunk({ content: 'ans' }, null, { usage: { input_tokens: 5, output_tokens: 1 } }));
    await event(chunk({}, 'stop', { usage: { output_tokens: 3 } }));
    await event('[DONE]');
  },
  'usage-then-zeros': async ({ event }) => {
    await event(chunk({ content: 'ans' }, null, { usage: USAGE }));
    await event(chunk({}, 'stop', { usage: { prompt_tokens: 0, completion_tokens: 0 } }));
    await event('[DONE]');
  },
  'no-finish-reason': async ({ event }) => {
    await event(chunk({ content: 'ans' }));
    await event('[DONE]');
  },
  'no-done': ({ event }) => event(chunk({ content: 'ans' }, 'stop')),
  'no-last-blank-line': ({ write }) => write(`data: ${JSON.stringify(chunk({ content: 'ans' }, 'stop'))}`),
  'cut-cleanly': ({ event }) => event(chunk({ content: 'an' })),
  'cut-hard': async ({ event, cut }) => {
    await event(chunk({ content: 'an' }));
    cut();
  },
  'cut-after-finish': async ({ event, cut }) => {
    await event(chunk({ content: 'ans' }, 'stop'));
    cut();
  },
  'silent-after-finish': ({ event }) => event(chunk({ content: 'ans' }, 'stop')),
  empty: ({ head }) => head(200),
  'error-in-stream': async ({ event }) => {
    await event(chunk({ content: 'an' }));
    await event({ error: { message: 'upstream overloaded', type: 'server_error', code: 503 } });
  },
  'error-after-usage': async ({ event }) => {
    await event(chunk({ content: 'an' }));
    await event({ choices: [], usage: USAGE });
    await event({ error: { message: 'upstream overloaded', type: 'server_error', code: 503 } });
  },
  'error-with-usage-first': (exchange) =>
    exchange.attempt === 1
      ? exchange.event({ error: { message: 'overloaded', code: 529 }, usage: USAGE })
      : answer(exchange),
  'error-with-usage': ({ event }) => event({ error: { message: 'overloaded', code: 529 }, usage: USAGE }),
  'error-text-in-stream': async ({ event }) => {
    await event(chunk({ content: 'an' }));
    await event({ error: 'model runner has unexpectedly stopped' });
  },
  'error-event': ({ write }) => write('event: error\ndata: worker lost\n\n'),
  'overloaded-first': (exchange) =>
    exchange.attempt === 1
      ? exchange.event({ error: { message: 'overloaded', code: 529 } })
      : answer(exchange),
  'ok-json-error': ({ json }) => json(200, { code: 20015, message: 'The value is out of range', data: null }),
  'ok-json-long': ({ json }) => json(200, wholeOf('y'.repeat(100_000))),
  'ok-json-huge': ({ json }) => json(200, wholeOf('y'.repeat(9_000_000))),
  'ok-json-error-with-choices': ({ json }) =>
    json(200, { choices: [], error: { message: 'no luck', code: 500 } }),
  'ok-stream-error': ({ write }) =>
    write('{"error": {"message": "quota used up", "code": "insufficient_quota"}}'),
  'ok-html': async ({ head, write }) => {
    head(200, { 'content-type': 'text/html' });
    await write('<html>Please log in</html>');
  },
  'not-streamed': ({ json }) =>
    json(200, {
      choices: [{ message: { content: 'ans', reasoning_content: 'why' }, finish_reason: 'stop' }],
      usage: USAGE,
    }),
  'null-choices': async ({ event }) => {
    await event({ id: 'x', choices: null });
    await event({ id: 'x', choices: [{ index: 0, delta: null }] });
    await event({ id: 'x', choices: [] });
    await event(chunk({ content: 'ans' }, 'stop'));
    await event('[DONE]');
  },
  'finish-eos': async ({ event }) => {
    await event(chunk({ content: 'ans' }));
    await event(chunk({}, 'eos'));
    await event('[DONE]');
  },
  'finish-length': async ({ event }) => {
    await event(chunk({ content: 'ans' }, 'length'));
    await event('[DONE]');
  },
  'garbage-chunk': async ({ event }) => {
    await event(chunk({ content: 'an' }));
    await event('{"choices": [{"del');
  },
  'garbage-between': async ({ event }) => {
    await event(chunk({ content: 'an' }));
    await event('{"choices": [{"del');
    await event('ping');
    await event(chunk({ content: 's' }, 'stop'));
    await event('[DONE]');
  },
  'garbage-lines': async ({ write, left }) => {
    let gone = false;
    void left.then(() => (gone = true));
    while (!gone) await write('garbage without a meaning\n'.repeat(1000));
  },
  'endless-words': async ({ event, left }) => {
    let gone = false;
    void left.then(() => (gone = true));
    while (!gone) await event(chunk({ content: 'on and on '.repeat(100) }));
  },
  'endless-reasoning': async ({ event, left }) => {
    const state = watch(left);
    while (!state.gone) await pace(event(chunk({ reasoning_content: 'hm ' })));
  },
  'reasons-then-answers': async (exchange) => {
    for (let piece = 0; piece < 3; piece += 1)
      await pace(exchange.event(chunk({ reasoning_content: 'hm ' })));
    await answer(exchange);
  },
  'answers-late': async (exchange) => {
    await pause(300);
    await answer(exchange);
  },
  trickle: async ({ event, left }) => {
    const state = watch(left);
    while (!state.gone) await pace(event(chunk({ content: 'word ' })));
  },
  'endless-line': async ({ write, left }) => {
    let gone = false;
    void left.then(() => (gone = true));
    await write('data: "');
    while (!gone) await write('x'.repeat(64 * 1024));
  },
  'endless-comments': async ({ write, left }) => {
    let gone = false;
    void left.then(() => (gone = true));
    while (!gone) await write(': keep-alive\n\n');
  },
  silent: async ({ left }) => left,
  'silent-once': async (exchange) => (exchange.attempt === 1 ? exchange.left : answer(exchange)),
  'silent-after-head': async ({ write, left }) => {
    await write(': open\n\n');
    await left;
  },
  'silent-after-words': async ({ event, left }) => {
    await event(chunk({ content: 'an' }));
    await left;
  },

  // Statuses
  'status-401': ({ json, headers }) =>
    json(401, {
      error: {
        message: `Incorrect API key provided: ${headers.authorization?.slice(7)}. Bearer abc123def`,
        type: 'auth',
      },
    }),
  'status-404': ({ json }) => json(404, { detail: 'no such model' }),
  'status-500': ({ json }) => json(500, { error: { message: 'broken inside' } }),
  'status-502-html': async ({ head, write }) => {
    head(502, { 'content-type': 'text/html' });
    await write('<html><style>p {}</style><h1>Bad gateway</h1></html>');
  },
  'status-500-huge': async ({ head, write }) => {
    head(500, { 'content-type': 'text/plain' });
    for (let count = 0; count < 40; count += 1) await write('no '.repeat(10_000));
  },
  'status-429-once': failingOnce(429),
  'status-429-long': ({ json }) =>
    json(429, { error: { message: 'daily quota' } }, { 'retry-after': '3600' }),
  'status-503-once': failingOnce(503),
  'cut-before-answer-once': (exchange) => (exchange.attempt === 1 ? exchange.cut() : answer(exchange)),
  redirect: ({ head }) => head(302, { location: 'http://127.0.0.1:9/v1/chat/completions' }),

  // Refused fields
  'refuses-stream-options': refusing('stream_options', 'Unknown field: stream_options'),
  'refuses-max-tokens': refusing(
    'max_tokens',
    "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
  ),
  'refuses-json': refusing('response_format', 'response_format is not supported by this model'),
  'refuses-reasoning': refusing('reasoning_effort', 'This model does not support reasoning'),
  'refuses-temperature': refusing('temperature', "'temperature' does not support 0.2 with this model"),
  'refuses-something': (exchange) =>
    exchange.fields.reasoning_effort === undefined && exchange.fields.response_format === undefined
      ? answer(exchange)
      : exchange.json(200, {
          code: 20015,
          message: 'The parameter is invalid. Please check again.',
          data: null,
        }),

  // Embeddings
  vectors: (exchange) => embed(exchange),
  'vectors-shuffled': (exchange) =>
    exchange.json(200, {
      data: inputs(exchange)
        .map((text, index) => ({ index, embedding: vector(text) }))
        .toReversed(),
    }),
  'vectors-base64': (exchange) =>
    exchange.json(200, {
      data: inputs(exchange).map((text, index) => ({ index, embedding: base64(vector(text)) })),
    }),
  'vectors-missing': (exchange) =>
    exchange.json(200, {
      data: inputs(exchange)
        .slice(1)
        .map((text, index) => ({ index, embedding: vector(text) })),
    }),
  'vectors-null': (exchange) =>
    exchange.json(200, { data: inputs(exchange).map((_, index) => ({ index, embedding: [1, null, 3] })) }),
  'vectors-twice-the-index': (exchange) =>
    exchange.json(200, { data: inputs(exchange).map((text) => ({ index: 0, embedding: vector(text) })) }),
  'vectors-far-index': (exchange) =>
    exchange.json(200, {
      data: inputs(exchange).map((text) => ({ index: 4_000_000_000, embedding: vector(text) })),
    }),
  'vectors-of-two-lengths': (exchange) =>
    exchange.json(200, {
      data: inputs(exchange).map((text, index) => ({ index, embedding: vector(text, index === 0 ? 4 : 5) })),
    }),
  'vectors-two-at-most': (exchange) =>
    inputs(exchange).length > 2
      ? exchange.json(400, { error: { message: 'batch size is invalid, it should not be larger than 2' } })
      : embed(exchange),
  'vectors-first-batch-alone': (exchange) =>
    inputs(exchange).length < 10
      ? exchange.json(401, { error: { message: 'your credit is used up' } })
      : embed(exchange),
  'vectors-fixed': refusing(
    'dimensions',
    'Model does not support matryoshka representation, dimensions refused',
  ),
  'vectors-ignoring': (exchange) => embed(exchange, 4),

  // Ranks
  ranks: (exchange) => rank(exchange, 'relevance_score'),
  'ranks-score': (exchange) => rank(exchange, 'score'),
  'ranks-list': (exchange) =>
    exchange.json(
      200,
      documentsOf(exchange).map((text, index) => ({ index, score: text.length })),
    ),
  'ranks-far': (exchange) => exchange.json(200, { results: [{ index: 99, relevance_score: 1 }] }),
  'ranks-text': (exchange) => exchange.json(200, { results: [{ index: 0, relevance_score: 'high' }] }),
  'ranks-none': (exchange) => exchange.json(200, { results: [] }),

  // Pictures
  picture: ({ json }) =>
    json(200, {
      created: 1,
      data: [{ b64_json: PNG_DOT.toString('base64') }],
      usage: { input_tokens: 4, output_tokens: 9 },
    }),
  'picture-data-url': ({ json }) =>
    json(200, { data: [{ url: `data:image/png;base64,${PNG_DOT.toString('base64')}` }] }),
  'picture-here': ({ json }) => json(200, { data: [{ url: '/v1/files/dot.png' }] }),
  'picture-gone': ({ json }) => json(200, { data: [{ url: '/v1/files/gone.png' }] }),
  'picture-elsewhere': ({ json }) =>
    json(200, { data: [{ url: 'http://169.254.169.254/latest/meta-data' }] }),
  'picture-of-text': ({ json }) =>
    json(200, { data: [{ b64_json: Buffer.from('<svg onload=alert(1)>').toString('base64') }] }),
  'picture-none': ({ json }) => json(200, { data: [] }),
  'picture-500': ({ json }) => json(500, { error: { message: 'broken inside' } }),
  'picture-refuses-format': (exchange) =>
    exchange.fields.response_format === undefined
      ? exchange.json(200, { data: [{ b64_json: PNG_DOT.toString('base64') }] })
      : exchange.json(400, { error: { message: "Unknown parameter: 'response_format'." } }),
  '/v1/files/dot.png': async ({ head, write }) => {
    head(200, { 'content-type': 'image/png' });
    await write(PNG_DOT);
  },
};

const documentsOf = ({ fields }: Exchange): string[] => fields.documents;

/** Longest document first. */
const rank = (exchange: Exchange, field: string) =>
  exchange.json(200, {
    results: documentsOf(exchange)
      .map((text, index) => ({ index, [field]: text.length / 100 }))
      .toReversed(),
    meta: { tokens: { input_tokens: 12 } },
  });
