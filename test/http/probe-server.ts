import { z } from 'zod';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { document, get, group, json, post, stream } from '../../contract/endpoint.ts';
import type { StreamEvent } from '../../contract/events.ts';
import { createServer, type ServerOptions } from '../../server/http/server.ts';
import { implement, type Document, type RequestContext } from '../../server/http/implement.ts';
import type { Caller } from '../../server/ports/host.ts';
import { createTestLog } from '../fakes/log.ts';

/** Operations that exist for the tests of the HTTP server alone, one of each kind. */
export const probes = group('probe', 'public', {
  echo: post('/probe/echo', {
    summary: 'Gives back what it understood',
    body: z.object({ text: z.string('text must be a text') }),
    query: z.object({ n: z.unknown().optional() }),
    reply: json(
      z.object({ text: z.string(), address: z.string(), language: z.string(), origin: z.string() }),
    ),
    errors: { style: 'error-field' },
  }),
  events: post('/probe/events', {
    summary: 'Streams',
    decode: 'text',
    body: z.object({ text: z.string().min(1, 'text must not be blank') }),
    reply: stream('logId'),
    errors: { style: 'chat-stream' },
  }),
});

export const ownProbes = group('own-probe', 'root', {
  page: get('/probe/page', {
    summary: 'A page',
    reply: document({ 'text/plain': null, 'text/html': null }),
    errors: { style: 'error-field' },
  }),
  form: post('/probe/form', {
    summary: 'A form',
    decode: 'urlencoded',
    body: z.object({ text: z.string().default('') }),
    reply: json(z.object({ text: z.string(), wantsPage: z.boolean() })),
    errors: { style: 'error-field' },
  }),
  rest: get('/probe/rest/{path*}', {
    summary: 'The rest of the path',
    params: z.object({ path: z.string() }),
    reply: json(z.object({ path: z.string() })),
    errors: { style: 'error-field' },
  }),
});

export const consoleProbes = group('console-probe', 'console', {
  progress: get('/probe/progress', {
    summary: 'Streams to the administrator',
    reply: stream('progress'),
    errors: { style: 'progress-stream' },
  }),
  save: post('/probe/save', {
    summary: 'Takes anything',
    body: z.object({}),
    reply: json(z.object({ saved: z.boolean(), by: z.string() })),
    errors: { style: 'success-flag' },
  }),
});

export const echoPath = `${publicPrefix}/probe/echo`;
export const eventsPath = `${publicPrefix}/probe/events`;
export const progressPath = `${consolePrefix}/probe/progress`;
export const savePath = `${consolePrefix}/probe/save`;

export const adminToken = 'an administrator, for tests';
export const asAdmin = { authorization: `Bearer ${adminToken}` };

/** Behaviour of the probe operations in a test; the defaults do nothing. */
interface Behaviour {
  echo(input: { readonly body: { readonly text: string } }, context: RequestContext): void;
  events(context: RequestContext): AsyncIterable<StreamEvent>;
  page(): Document;
  /** Awaited before a save is answered. */
  save(): Promise<void>;
}

/** A server with the probes behind it, and what it wrote into the operator's log. */
export async function openProbeServer(
  behaviour: Partial<Behaviour> = {},
  options: Partial<ServerOptions> = {},
) {
  const log = createTestLog();
  const events = behaviour.events ?? async function* () {};
  const app = await createServer({
    implementations: [
      implement(probes, {
        echo: async ({ body }, context) => {
          behaviour.echo?.({ body }, context);
          const { visitor, language, origin } = context;
          return { text: body.text, address: visitor.address, language, origin };
        },
        events: (_input, context) => events(context),
      }),
      implement(ownProbes, {
        page: async () => behaviour.page?.() ?? { status: 200, contentType: 'text/plain', body: 'page' },
        form: async ({ body }, { wantsPage }) => ({ text: body.text, wantsPage }),
        rest: async ({ params }) => ({ path: params.path }),
      }),
      implement(consoleProbes, {
        progress: (_input, context) => events(context),
        save: async (_input, { caller }) => {
          await behaviour.save?.();
          return { saved: true, by: caller.kind };
        },
      }),
    ],
    identify: async ({ authorization, cookies }): Promise<Caller> => {
      if (authorization === asAdmin.authorization) return { kind: 'admin', id: 'operator', via: 'token' };
      if (cookies['docent_session'] === 'admin') return { kind: 'admin', id: 'administrator', via: 'cookie' };
      if (cookies['docent_session'] === 'editor') return { kind: 'user', id: 'editor' };
      return { kind: 'anonymous' };
    },
    publicOrigin: undefined,
    trustedProxies: [],
    log,
    checkReplies: true,
    ...options,
  });
  return { app, errors: log.errors };
}
