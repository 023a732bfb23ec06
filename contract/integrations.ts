import { AskedFrom, Scope } from './articles/scope.ts';
import { z } from 'zod';
import { chatLimits } from './chat/chat.ts';
import { del, document, get, group, post } from './endpoint.ts';

/** Headers of MCP over HTTP that the server reads. */
const mcpHeaders = [
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
] as const;

/**
 * What one request may hold: messages, since the newer versions of the protocol know no batches at all, and bytes, since the library of the
 * protocol takes half a second over a megabyte of names.
 */
export const mcpLimits = { batch: 5, bytes: 64 * 1024 } as const;

const jsonRpcMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** A JSON-RPC message of the protocol's server; requests with a progress token and batches get a stream of them. */
export const McpReply = z.union([jsonRpcMessage, z.array(jsonRpcMessage)]);

const mcpParts = { headers: mcpHeaders, errors: { style: 'json-rpc' } } as const;

/** Model Context Protocol (streamable HTTP) with read-only tools. */
export const mcp = {
  ...group('mcp', 'root', {
    message: post('/mcp', {
      ...mcpParts,
      summary: 'Model Context Protocol: search, ask and read_article',
      reply: document(
        { 'application/json': McpReply, 'text/event-stream': null },
        { 202: 'A notification or a reply has been taken' },
      ),
      bodyBytes: mcpLimits.bytes,
      body: z.unknown().meta({
        description: `A JSON-RPC message of the Model Context Protocol, or a batch of at most ${mcpLimits.batch}; a longer one is a JSON-RPC error`,
      }),
    }),
    listen: get('/mcp', {
      ...mcpParts,
      summary: 'Model Context Protocol: there is no stream to listen to',
      reply: document({}),
    }),
    end: del('/mcp', {
      ...mcpParts,
      summary: 'Model Context Protocol: there is no session to end',
      reply: document({}),
    }),
  }),
  knownOriginsOnly: true,
} as const;

/** Model Context Protocol for the owner's own programs: usage, chat logs and content gaps, read only. */
export const mcpAnalytics = {
  ...group('mcp-analytics', 'root', {
    message: post('/mcp/analytics', {
      ...mcpParts,
      summary: 'Model Context Protocol: usage, chat logs and content gaps as read-only tools',
      reply: document(
        { 'application/json': McpReply, 'text/event-stream': null },
        { 202: 'A notification or a reply has been taken' },
      ),
      bodyBytes: mcpLimits.bytes,
      body: z.unknown().meta({
        description: `A JSON-RPC message of the Model Context Protocol, or a batch of at most ${mcpLimits.batch}`,
      }),
    }),
    listen: get('/mcp/analytics', {
      ...mcpParts,
      summary: 'Model Context Protocol: there is no stream to listen to',
      reply: document({}),
    }),
    end: del('/mcp/analytics', {
      ...mcpParts,
      summary: 'Model Context Protocol: there is no session to end',
      reply: document({}),
    }),
  }),
  access: 'admin',
} as const;

/** The site as plain text for language models (llmstxt.org). */
export const llmsText = group('llms-text', 'root', {
  index: get('/llms.txt', {
    summary: 'The public articles as a list of links for language models',
    reply: document({ 'text/plain': null }),
  }),
  full: get('/llms-full.txt', {
    summary: 'The text of the public articles, newest first, up to 4,000,000 characters',
    reply: document({ 'text/plain': null }),
  }),
});

const openAiErrors = { style: 'openai' } as const;

/** The models of `/v1`: the answer with its sources as links, and with marks that annotations explain. */
export const openAiModels = ['docent', 'docent-annotations'] as const;

/** A chat message: a text, or parts of which only text is read. */
const ChatMessage = z.looseObject({
  role: z.string().max(40),
  content: z
    .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() })), z.null()])
    .optional(),
});

/** Fields that are read; others are accepted and ignored. */
export const ChatCompletionRequest = z.looseObject({
  model: z.string().max(200).optional().meta({
    description:
      'docent writes each citation mark as a Markdown link; docent-annotations leaves the marks and explains them in annotations. Any other name means docent',
  }),
  messages: z
    .array(ChatMessage)
    .min(1)
    .meta({
      description: `The last one of the user is the question (at most ${chatLimits.messageLength} characters); of the ones before it the newest ${chatLimits.historyItems} are the history, each cut to ${chatLimits.historyItemLength} characters`,
    }),
  scope: Scope,
  askedFrom: AskedFrom,
  stream: z.boolean().nullish().meta({ description: 'Answer in chunks as server-sent events' }),
  stream_options: z
    .looseObject({
      include_usage: z.boolean().optional().meta({ description: 'One more chunk tells the tokens' }),
    })
    .nullish(),
  response_format: z
    .looseObject({ type: z.string() })
    .nullish()
    .meta({ description: 'Only {"type": "text"}; others are refused with 400' }),
  tool_choice: z
    .unknown()
    .optional()
    .meta({ description: 'Only auto and none, since no tool is called; others are refused with 400' }),
  function_call: z.unknown().optional().meta({ description: 'The same as tool_choice' }),
  n: z.unknown().optional().meta({ description: 'Only 1; other numbers are refused with 400' }),
  logprobs: z.unknown().optional().meta({ description: 'Only false; there are none' }),
  modalities: z.unknown().optional().meta({ description: 'Only ["text"]; others are refused with 400' }),
  top_logprobs: z.unknown().optional().meta({ description: 'Only 0; there are none' }),
});
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

/** A model as OpenAI describes one. */
export const Model = z.looseObject({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().meta({ description: 'Always 0' }),
  owned_by: z.string(),
});

/** The models that can be asked. */
export const ModelList = z.looseObject({ object: z.literal('list'), data: z.array(Model) });

/** A source of an answer at a place of its text. */
const UrlCitation = z.looseObject({
  type: z.literal('url_citation'),
  url_citation: z.looseObject({
    url: z.string(),
    title: z.string(),
    source: z.string().optional().meta({ description: 'Name of the source where it is not the site itself' }),
    start_index: z.int(),
    end_index: z.int(),
  }),
});

/** A whole answer in the form of OpenAI. */
export const ChatCompletion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.int().meta({ description: 'Seconds since 1970' }),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.int(),
      message: z.looseObject({
        role: z.literal('assistant'),
        content: z.string(),
        annotations: z.array(UrlCitation),
        refusal: z.string().nullable().optional(),
      }),
      logprobs: z.record(z.string(), z.unknown()).nullable().optional(),
      finish_reason: z.enum(['stop', 'content_filter']),
    }),
  ),
  usage: z.looseObject({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
  }),
});

/** OpenAI-compatible chat endpoint; requires an access token. */
export const openAi = {
  ...group('openai', 'root', {
    models: get('/v1/models', {
      summary: 'The models that can be asked',
      reply: document({ 'application/json': ModelList }),
      errors: openAiErrors,
    }),
    model: get('/v1/models/{model}', {
      summary: 'One of the models that can be asked',
      params: z.object({ model: z.string().max(200).meta({ description: 'Id of the model' }) }),
      reply: document({ 'application/json': Model }),
      errors: openAiErrors,
    }),
    complete: post('/v1/chat/completions', {
      summary: 'Answer from the site in the form of OpenAI, streamed or whole, with its sources',
      body: ChatCompletionRequest,
      reply: document({ 'application/json': ChatCompletion, 'text/event-stream': null }),
      errors: openAiErrors,
    }),
  }),
  access: 'admin',
} as const;
