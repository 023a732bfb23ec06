import { z } from 'zod';
import { document, get, group, json } from './endpoint.ts';
import { errorField } from './faults.ts';

/** What an operator's machinery asks. */
export const system = group('system', 'root', {
  health: get('/healthz', {
    summary: 'Whether the service is up',
    reply: json(z.object({ status: z.literal('up') })),
    errors: errorField,
  }),
  readiness: get('/readyz', {
    summary: 'Whether the first index build is done; 503 with the reason until then',
    reply: json(z.object({ status: z.literal('ready') })),
    errors: errorField,
  }),
  metrics: get('/metrics', {
    summary: 'Figures in the text format of Prometheus, without personal data',
    reply: document,
    errors: errorField,
  }),
});

/** The description of the service by itself. */
export const docs = group('docs', 'root', {
  openapi: get('/openapi.json', {
    summary: 'This description, as OpenAPI 3.1',
    reply: document,
    errors: errorField,
  }),
  page: get('/docs', {
    summary: 'This description as a page',
    query: z.object({ lang: z.enum(['zh', 'en']).optional().catch(undefined) }),
    reply: document,
    errors: errorField,
  }),
});
