import { z } from 'zod';
import { del, document, get, group, post } from './endpoint.ts';
import { errorField } from './faults.ts';

/** Headers of the Model Context Protocol over HTTP that its server reads. */
const mcpHeaders = [
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
] as const;

const mcpParts = { reply: document, errors: errorField, headers: mcpHeaders } as const;

/** The Model Context Protocol (streamable HTTP): read-only tools for programs that reason. */
export const mcp = group('mcp', 'root', {
  message: post('/mcp', {
    ...mcpParts,
    summary: 'Model Context Protocol: search, ask and read_article',
    body: z.unknown().meta({ description: 'A JSON-RPC message of the Model Context Protocol' }),
  }),
  listen: get('/mcp', { ...mcpParts, summary: 'Model Context Protocol: there is no stream to listen to' }),
  end: del('/mcp', { ...mcpParts, summary: 'Model Context Protocol: there is no session to end' }),
});

/** The site as plain text for language models (llmstxt.org). */
export const llmsText = group('llms-text', 'root', {
  index: get('/llms.txt', {
    summary: 'The public articles as a list of links for language models',
    reply: document,
    errors: errorField,
  }),
  full: get('/llms-full.txt', {
    summary: 'The text of the public articles, newest first, up to 4,000,000 characters',
    reply: document,
    errors: errorField,
  }),
});
