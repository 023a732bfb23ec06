import type { FastifyRequest } from 'fastify';
import type { Decode, Endpoint } from '../../contract/endpoint.ts';
import { invalid } from '../kit/fault.ts';
import { BadRequestBody, unreadableJson } from './bad-request-body.ts';
import { parsed } from './implement.ts';
import { tooComplex } from './connection/json-body.ts';
import { readForm } from './upload.ts';

/** The parsed path, query and body of an operation; `unplaced` is applied to query and body first. Throws `invalid`, or {@link BadRequestBody}. */
export async function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  unplaced: (given: unknown) => unknown,
) {
  return {
    params: parsed(endpoint.params, paramsOf(endpoint, request)),
    query: parsed(endpoint.query, unplaced(queryOf(request))),
    body: endpoint.method === 'GET' ? {} : parsed(endpoint.body, unplaced(await bodyOf(endpoint, request))),
  };
}

/** As a plain object: the parser of queries makes another kind. */
const queryOf = ({ query }: FastifyRequest): unknown => (typeof query === 'object' ? { ...query } : query);

async function bodyOf(endpoint: Endpoint, request: FastifyRequest): Promise<unknown> {
  if (endpoint.decode !== 'none' && isCompressed(request))
    throw new BadRequestBody(415, 'The body must not be compressed: send it without Content-Encoding');
  return endpoint.decode === 'form'
    ? readForm(request, endpoint.bodyBytes ?? defaultFileBytes)
    : readBody(endpoint, request);
}

const isCompressed = ({ headers }: FastifyRequest) =>
  !/^(?:identity)?$/i.test(headers['content-encoding']?.trim() ?? '');

/** Largest file of a form whose operation names no limit, in bytes. */
const defaultFileBytes = 1024 * 1024;

/** `{name*}` in a path matches the rest of the path, including slashes. */
function paramsOf({ path }: Endpoint, { params }: FastifyRequest): unknown {
  const rest = /\{(\w+)\*\}$/.exec(path)?.[1];
  if (rest === undefined || typeof params !== 'object' || params === null || !('*' in params)) return params;
  return { ...params, [rest]: params['*'] };
}

function readBody(endpoint: Endpoint, request: FastifyRequest): unknown {
  const { body } = request;
  if (endpoint.decode === 'none') return {};
  if (endpoint.decode === 'raw') return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  // `trim` also removes the byte order mark that some programs send first.
  const text = Buffer.isBuffer(body) ? body.toString('utf8').trim() : '';
  if (text === '') return {};
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (endpoint.decode === 'urlencoded' && type === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (!isReadable(endpoint.decode, type)) throw new BadRequestBody(415, wanted[endpoint.decode]);
  const reason = tooComplex(text, { isAdmin: request.caller !== null });
  if (reason !== undefined) throw unreadable(endpoint, reason);
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(endpoint, unreadableJson);
  }
}

const unreadable = (endpoint: Endpoint, reason: string): Error =>
  answersAnyJson(endpoint) ? invalid(reason) : new BadRequestBody(400, reason);

const isReadable = (decode: Decode, type: string) =>
  decode === 'text' || /^application\/(?:[\w.+-]+\+)?json$/.test(type);

const wanted: Record<Decode, string> = {
  none: '',
  json: 'The content type must be application/json',
  urlencoded: 'The content type must be application/x-www-form-urlencoded or application/json',
  text: '',
  form: '',
  raw: '',
};

/** Chat and search report a malformed body as an RFC 9457 problem; every other group reports it in its own style. */
const answersAnyJson = ({ errors }: Endpoint) => !/^(?:chat|search)-/.test(errors.style);
