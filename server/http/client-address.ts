import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { visitorLanguageOfTag, type VisitorLanguage } from './visitor-texts.ts';
import type { Visitor } from './implement.ts';

/** Longest stored user agent; browsers' are shorter. */
const userAgentLength = 400;

/** The visitor as trusted proxies describe it; `X-Forwarded-For` of anybody else is ignored. */
export const clientOf = (request: FastifyRequest): Visitor => ({
  address: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLength),
});

/** IP address of the client, `unknown` when the socket is already closed. */
function addressOf(request: FastifyRequest): string {
  const socketAddress: string | undefined = request.socket.remoteAddress;
  return (
    [request.ip, socketAddress].map((text) => plainAddress(text ?? '')).find((text) => text !== '') ??
    'unknown'
  );
}

/** IP address without the prefix of dual-stack sockets and without the port that some gateways append; `''` if none. */
function plainAddress(text: string): string {
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) === 0 ? '' : bare;
}

/** The language of the console that the browser prefers; English when it names neither. */
export const languageOf = (request: FastifyRequest): 'zh' | 'en' =>
  preferred(request, consoleLanguage) ?? 'en';

/** The visitors' language that the browser prefers, or the page where the widget stands; English when it names none. */
export const visitorLanguageOf = (request: FastifyRequest): VisitorLanguage =>
  preferred(request, visitorLanguageOfTag) ?? 'en';

/** Tag of the language that is preferred, whichever it is. */
export const readerLanguageOf = (request: FastifyRequest): string | undefined =>
  preferred(request, (tag) => (/^[a-z]{2,3}(?:-|$)/.test(tag) ? tag : undefined));

function consoleLanguage(tag: string): 'zh' | 'en' | undefined {
  const [base] = tag.split('-');
  return base === 'zh' || base === 'en' ? base : undefined;
}

/** Reads `Accept-Language` (RFC 9110, 12.5.4) by weight, then by position. */
function preferred<Language>(
  { headers }: FastifyRequest,
  known: (tag: string) => Language | undefined,
): Language | undefined {
  const ranges = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { language: known(tag), weight: weight >= 0 && weight <= 1 ? weight : 0 };
    })
    .filter(({ language, weight }) => weight > 0 && language !== undefined);
  const [first] = ranges.toSorted((a, b) => b.weight - a.weight);
  return first?.language;
}

/** `https://host` as the visitor's browser sees the service. An invalid `Host` header is not repeated. */
export function originOf(request: FastifyRequest, publicOrigin: string | undefined): string {
  if (publicOrigin !== undefined) return publicOrigin;
  const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(request.host) ? request.host : 'localhost';
  return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
}

/** True when a browser navigates to this address, so the reply should be a page. */
export const wantsPage = (request: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(request.headers.accept ?? '');
