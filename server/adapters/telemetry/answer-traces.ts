import type { Attributes } from '@opentelemetry/api';
import type { Log } from '../../ports/log.ts';
import type { AnswerTraces, TracedAnswer } from '../../ports/answer-traces.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Longest wait for the collector when the service stops. */
const lastSendMs = 3_000;

/** Address of the collector that the standard variables name; `undefined` without one, and where they switch traces off. */
export function collectorOf(variables: Variables): string | undefined {
  const set = (name: string) => (variables[name] ?? '').trim();
  if (set('OTEL_SDK_DISABLED').toLowerCase() === 'true' || set('OTEL_TRACES_EXPORTER') === 'none')
    return undefined;
  const own = set('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  if (own !== '') return own;
  const base = set('OTEL_EXPORTER_OTLP_ENDPOINT');
  return base === '' ? undefined : `${base.replace(/\/$/, '')}/v1/traces`;
}

/** The packages of OpenTelemetry, which are installed by those who use them. */
const loadPackages = async () => ({
  api: await import('@opentelemetry/api'),
  sdk: await import('@opentelemetry/sdk-trace'),
  resources: await import('@opentelemetry/resources'),
  exporter: await import('@opentelemetry/exporter-trace-otlp-http'),
});

const tracePackages =
  '@opentelemetry/api @opentelemetry/sdk-trace @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http';

/**
 * Sends answers to the collector of the variables, by the conventions of OpenTelemetry for generative AI; `undefined` where none is named,
 * and with a warning where the packages for it are missing.
 */
export async function openAnswerTraces(
  variables: Variables,
  { version, log, load = loadPackages }: { version: string; log: Log; load?: typeof loadPackages },
): Promise<AnswerTraces | undefined> {
  const url = collectorOf(variables);
  if (url === undefined) return undefined;
  const loaded = await load().catch((error: unknown) => {
    log.warn(
      { err: String(error) },
      `no traces are sent: the packages for them are missing; install them beside Docent: npm install --global ${tracePackages}`,
    );
    return undefined;
  });
  if (!loaded) return undefined;
  const { api, sdk, resources, exporter } = loaded;
  const name = (variables['OTEL_SERVICE_NAME'] ?? '').trim();
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'docent', 'service.version': version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] }))
      .merge(resources.resourceFromAttributes(name === '' ? {} : { 'service.name': name })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('docent', version);
  const withContent = capturesContent(variables);
  return {
    record(answer) {
      const { startedAt: startTime, finishedAt, stages, error } = answer;
      const root = tracer.startSpan(
        'invoke_agent Docent',
        { startTime, attributes: attributesOf(answer, withContent) },
        api.ROOT_CONTEXT,
      );
      const within = api.trace.setSpan(api.ROOT_CONTEXT, root);
      for (const stage of stages) {
        const { name, attributes } = spanOf(stage, answer);
        const kind = name.startsWith('chat ') ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL;
        const span = tracer.startSpan(name, { startTime: stage.startedAt, kind, attributes }, within);
        if (stage.status === 'error') span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end(stage.finishedAt);
      }
      if (error !== '') root.setStatus({ code: api.SpanStatusCode.ERROR, message: error });
      root.end(finishedAt);
    },
    async [Symbol.asyncDispose]() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, lastSendMs).unref()),
      ]);
    },
  };
}

/** Texts of visitors are in a trace only where the variable of the conventions asks for them. */
const capturesContent = (variables: Variables): boolean =>
  /^(?:true|span_only|span_and_event)$/i.test(
    (variables['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] ?? '').trim(),
  );

function attributesOf(answer: TracedAnswer, withContent: boolean): Attributes {
  const { scenario, model, usage, answerState, error, conversationId, question, answer: text } = answer;
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'docent',
    'gen_ai.agent.name': 'Docent',
    'docent.scenario': scenario,
    'docent.answer_state': answerState,
    ...(conversationId !== undefined && { 'gen_ai.conversation.id': conversationId }),
    ...modelAttributes(model, usage),
    ...(error !== '' && { 'error.type': error }),
    ...(withContent && {
      'gen_ai.input.messages': messages('user', question),
      'gen_ai.output.messages': messages('assistant', text),
    }),
  };
}

function modelAttributes(
  model: string,
  { promptTokens, completionTokens, cachedTokens }: TracedAnswer['usage'],
) {
  return {
    ...(model !== '' && { 'gen_ai.request.model': model }),
    ...(promptTokens !== undefined && { 'gen_ai.usage.input_tokens': promptTokens }),
    ...(completionTokens !== undefined && { 'gen_ai.usage.output_tokens': completionTokens }),
    ...(cachedTokens !== undefined && { 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
  };
}

const messages = (role: string, content: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** Name and attributes of a step. The words of a step may hold the question, so they are left out. */
function spanOf(
  { name, status }: TracedAnswer['stages'][number],
  { model, usage }: TracedAnswer,
): { readonly name: string; readonly attributes: Attributes } {
  const attributes = { 'docent.step': name, 'docent.step.status': status };
  if (name === 'generate' && model !== '')
    return {
      name: `chat ${model}`,
      attributes: { ...attributes, 'gen_ai.operation.name': 'chat', ...modelAttributes(model, usage) },
    };
  if (name === 'hybrid_retrieve')
    return { name: 'retrieval Docent', attributes: { ...attributes, 'gen_ai.operation.name': 'retrieval' } };
  return { name, attributes };
}
