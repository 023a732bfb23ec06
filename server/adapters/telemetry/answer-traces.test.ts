import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '../../../test/fakes/listen.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import type { TracedAnswer } from '../../ports/answer-traces.ts';
import { collectorOf, openAnswerTraces } from './answer-traces.ts';

const stage = (name: string, startedAt: number, status: 'ok' | 'error' = 'ok') => ({
  name,
  startedAt,
  finishedAt: startedAt + 10,
  status,
});

const answered: TracedAnswer = {
  scenario: 'visitor_qa',
  startedAt: 1_800_000_000_000,
  finishedAt: 1_800_000_000_900,
  stages: [stage('hybrid_retrieve', 1_800_000_000_100), stage('generate', 1_800_000_000_200, 'error')],
  model: 'small-one',
  usage: { promptTokens: 812, completionTokens: 40 },
  answerState: 'failed',
  error: 'UPSTREAM',
  conversationId: 'c-7',
  question: 'Where do herons nest?',
  answer: 'In reeds.',
};

interface Sent {
  readonly name: string;
  readonly parentSpanId?: string;
  readonly spanId: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code: number };
}

/** What a collector gets of one answer. */
async function sentWith(more: Readonly<Record<string, string>>): Promise<{ body: string; spans: Sent[] }> {
  const bodies: string[] = [];
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    bodies.push(`${request.url} ${await text(request)}`);
    reply.setHeader('content-type', 'application/json').end('{}');
  };
  const collector = createServer((request, reply) => void take(request, reply));
  await using listening = await listen(collector);
  const traces = await openAnswerTraces(
    { OTEL_EXPORTER_OTLP_ENDPOINT: listening.origin, ...more },
    { version: '7.0.0', log: createTestLog() },
  );
  traces?.record(answered);
  await traces?.[Symbol.asyncDispose]();
  const [sent = ''] = bodies;
  expect(sent.startsWith('/v1/traces ')).toBe(true);
  const body = sent.slice('/v1/traces '.length);
  const { resourceSpans } = JSON.parse(body);
  return { body, spans: resourceSpans[0].scopeSpans[0].spans };
}

test('TRC1: an answer is a span with one for each step, by the conventions for generative AI, and without texts of visitors', async () => {
  const { body, spans } = await sentWith({ OTEL_SERVICE_NAME: 'blog-assistant' });
  const root = spans.find(({ name }) => name === 'invoke_agent Docent');
  const values = Object.fromEntries(
    (root?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
  );
  expect(values).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.request.model': 'small-one',
    'gen_ai.conversation.id': 'c-7',
    'docent.answer_state': 'failed',
    'error.type': 'UPSTREAM',
  });
  expect(values['gen_ai.usage.input_tokens']).toBe(812);
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(steps.map(({ name, status }) => `${name} ${status.code}`).toSorted()).toEqual([
    'chat small-one 2',
    'retrieval Docent 0',
  ]);
  expect(body).toContain('blog-assistant');
  expect(body).not.toMatch(/heron|reeds/);
});

test('TRC1: questions and answers are added by the variable of the conventions alone', async () => {
  const { body } = await sentWith({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY' });
  expect(body).toMatch(/herons nest.*In reeds/);
});

test.each([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }, 'http://c:4318/v1/traces'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://d/x' },
    'http://d/x',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_EXPORTER: 'none' }, undefined],
])('TRC1: the standard variables name the collector: %j', (variables, address) => {
  expect(collectorOf(variables)).toBe(address);
});

test('TRC1: without the packages the start warns with the command that installs them', async () => {
  const log = createTestLog();
  const load = () => Promise.reject(new Error('Cannot find package'));
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  expect(await openAnswerTraces(variables, { version: '7.0.0', log, load })).toBeUndefined();
  expect(log.warnings[0]?.['message']).toContain('npm install --global @opentelemetry/api');
});
