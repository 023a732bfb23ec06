import { setTimeout } from 'node:timers/promises';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { openApiDocument } from '../../server/http/openapi.ts';
import { asAdmin, type TestApp } from '../../test/app.ts';
import { cutShort } from './cut-short.ts';

/** JSON as it is: the recorder knows no operation. */
export type Fields = Record<string, any>;

export type Recorder = ReturnType<typeof createRecorder>;

/** First request and reply by operation. */
export type Examples = Map<string, { readonly request?: unknown; readonly reply?: unknown }>;

/** Asks operations of a service and keeps the first request and reply of each. */
export function createRecorder(app: TestApp, examples: Examples) {
  const { paths } = openApiDocument();
  const isJson = (method: string, template: string) =>
    paths[template]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json'] !== undefined;

  const send = async (
    operation: string,
    sent: { readonly shown?: Fields | undefined; readonly payload?: Fields | Buffer; readonly type?: string },
    values: Readonly<Record<string, string>> = {},
    query = '',
  ): Promise<Fields> => {
    const [method = '', template = ''] = operation.split(' ');
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(values[name] ?? ''),
    );
    const reply = await app.inject({
      method: method as 'GET',
      url: path + query,
      headers: { ...asAdmin, ...(sent.type && { 'content-type': sent.type }) },
      ...(sent.payload && { payload: sent.payload }),
    });
    if (reply.statusCode >= 300)
      throw new Error(`${operation} ${reply.statusCode}: ${reply.body.slice(0, 300)}`);
    const json = String(reply.headers['content-type']).startsWith('application/json')
      ? reply.json<Fields>()
      : undefined;
    // Several groups say with 200 that they refuse.
    if (sent.shown && json?.['success'] === false && !examples.has(operation))
      console.warn(`${operation} is refused: ${reply.body.slice(0, 300)}`);
    if (!examples.has(operation))
      examples.set(operation, {
        ...(sent.shown && { request: cutShort(sent.shown) }),
        ...(json && isJson(method, template) && { reply: cutShort(json) }),
      });
    return json ?? {};
  };
  const ask = (operation: string, body?: Fields, values?: Readonly<Record<string, string>>, query?: string) =>
    send(operation, { shown: body, ...(body && { payload: body }) }, values, query);

  return {
    ask,
    ofConsole: (
      operation: string,
      body?: Fields,
      values?: Readonly<Record<string, string>>,
      query?: string,
    ) => ask(operation.replace(' ', ` ${consolePrefix}`), body, values, query),
    ofVisitor: (
      operation: string,
      body?: Fields,
      query?: string,
      values?: Readonly<Record<string, string>>,
    ) => ask(operation.replace(' ', ` ${publicPrefix}`), body, values, query),
    /** Sends the fields as a form of several parts, as pages with a photo do. */
    async formOfConsole(
      operation: string,
      fields: Readonly<Record<string, string>>,
      values?: Readonly<Record<string, string>>,
    ): Promise<Fields> {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      const encoded = new Response(form);
      const type = encoded.headers.get('content-type') ?? '';
      const payload = Buffer.from(await encoded.arrayBuffer());
      return send(operation.replace(' ', ` ${consolePrefix}`), { shown: fields, payload, type }, values);
    },
  };
}

/** What was recorded, by operation. */
export const recorded = (examples: Examples) =>
  Object.fromEntries(
    [...examples]
      .filter(([, { request, reply }]) => request ?? reply)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Asks again until the reply is as wanted. */
export async function until<T>(read: () => Promise<T>, isReady: (reply: T) => boolean): Promise<T> {
  for (let turn = 0; turn < 200; turn++) {
    const reply = await read();
    if (isReady(reply)) return reply;
    await setTimeout(50);
  }
  throw new Error('It is not ready after ten seconds');
}

/** Whether a job is over. */
export const isEnded = ({ status }: Fields): boolean =>
  !['pending', 'queued', 'running'].includes(String(status).toLowerCase());
