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

/** Messages that one request may hold; the newer versions of the protocol know no batches at all. */
export const mcpLimits = { batch: 5 } as const;

const mcpParts = { reply: document, headers: mcpHeaders } as const;

/** Model Context Protocol (streamable HTTP) with read-only tools. */
export const mcp = {
  ...group('mcp', 'root', {
    message: post('/mcp', {
      ...mcpParts,
      summary: 'Model Context Protocol: search, ask and read_article',
      body: z.unknown().meta({
        description: `A JSON-RPC message of the Model Context Protocol, or a batch of at most ${mcpLimits.batch}; a longer one is a JSON-RPC error`,
      }),
    }),
    listen: get('/mcp', { ...mcpParts, summary: 'Model Context Protocol: there is no stream to listen to' }),
    end: del('/mcp', { ...mcpParts, summary: 'Model Context Protocol: there is no session to end' }),
  }),
  knownOriginsOnly: true,
} as const;

/** The site as plain text for language models (llmstxt.org). */
export const llmsText = group('llms-text', 'root', {
  index: get('/llms.txt', {
    summary: 'The public articles as a list of links for language models',
    reply: document,
  }),
  full: get('/llms-full.txt', {
    summary: 'The text of the public articles, newest first, up to 4,000,000 characters',
    reply: document,
  }),
});

const openAiErrors = { style: 'openai' } as const;

/** A chat message: a text, or parts of which only text is read. */
const ChatMessage = z.looseObject({
  role: z.string().max(40),
  content: z
    .union([
      z.string().max(200_000),
      z.array(z.looseObject({ type: z.string(), text: z.string().max(200_000).optional() })).max(100),
      z.null(),
    ])
    .optional(),
});

/** Fields that are read; others are accepted and ignored. */
export const ChatCompletionRequest = z.looseObject({
  model: z.string().max(200).optional().meta({ description: 'docent, whatever else is named' }),
  messages: z
    .array(ChatMessage)
    .min(1)
    .max(1000)
    .meta({
      description: `The last one of the user is the question (at most ${chatLimits.messageLength} characters); the ones before it are the history`,
    }),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

/** OpenAI-compatible chat endpoint; requires an access token. */
export const openAi = {
  ...group('openai', 'root', {
    models: get('/v1/models', {
      summary: 'The models that can be asked: docent alone',
      reply: document,
      errors: openAiErrors,
    }),
    complete: post('/v1/chat/completions', {
      summary: 'Answer from the site in the form of OpenAI, streamed or whole, with sources as annotations',
      body: ChatCompletionRequest,
      reply: document,
      errors: openAiErrors,
    }),
  }),
  access: 'admin',
} as const;
