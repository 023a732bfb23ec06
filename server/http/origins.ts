import type { FastifyRequest } from 'fastify';
import { disabled, forbidden } from '../kit/fault.ts';
import type { Log } from '../ports/log.ts';
import { isSameOrigin } from './guard.ts';
import { visitorLanguageOf } from './accept.ts';
import { isKnownOrigin } from './connection/hosts.ts';
import { matchesOrigin } from './connection/origin-patterns.ts';
import { visitorTexts } from './visitor-texts.ts';

/** A refused origin and the number of its requests. */
export interface RefusedOrigin {
  readonly origin: string;
  readonly count: number;
  /** ISO-8601 instant. */
  readonly lastAt: string;
}

export interface OriginDeps {
  readonly publicOrigin: string | undefined;
  /** Allowed patterns: `https://example.org`, `https://*.example.org` or `*`. */
  readonly allowed: () => Promise<readonly string[]>;
  readonly now: () => number;
  readonly log: Log;
}

/** Origins whose pages may call operations that cost money. Programs send no origin and pass. */
export interface Origins {
  /** Throws `disabled`, worded for the owner of the page, when a page of another site asks. */
  check(request: FastifyRequest): Promise<void>;
  /** Throws `forbidden` when a request names an unknown origin; programs name none and pass. */
  checkKnown(request: FastifyRequest): Promise<void>;
  /** True when a request names a known origin. */
  isKnown(request: FastifyRequest): Promise<boolean>;
  /** Content security policy of a page that may be framed: only pages of allowed origins may embed it. */
  framePolicy(): Promise<string>;
  /** Origins that this process has refused and would refuse again, latest first. */
  refused(): Promise<readonly RefusedOrigin[]>;
}

/** Maximum of remembered refused origins; the least recent is dropped. */
const maxRemembered = 20;

export function createOrigins({ publicOrigin, allowed, now, log }: OriginDeps): Origins {
  const refused = new Map<string, { count: number; lastAt: number }>();

  const remember = (origin: string) => {
    const before = refused.get(origin);
    if (!before)
      log.warn({ origin }, 'a page of another origin was refused; allow its origin if the page is yours');
    refused.delete(origin);
    refused.set(origin, { count: (before?.count ?? 0) + 1, lastAt: now() });
    const [oldest] = refused.keys();
    if (refused.size > maxRemembered && oldest !== undefined) refused.delete(oldest);
  };

  return {
    async check(request) {
      const { origin } = request.headers;
      if (origin === undefined || isSameOrigin(request, publicOrigin, 'silence is fine')) return;
      const patterns = await allowed();
      if (patterns.some((pattern) => matchesOrigin(pattern, origin))) return;
      remember(shownOrigin(origin));
      throw disabled(visitorTexts[visitorLanguageOf(request)].foreignPage);
    },
    async checkKnown(request) {
      const { origin } = request.headers;
      if (origin === undefined || (await isKnownOrigin(request, { publicOrigin, allowed }))) return;
      remember(shownOrigin(origin));
      throw forbidden('Pages of this origin may not ask here');
    },
    async isKnown(request) {
      return (
        request.headers.origin !== undefined && (await isKnownOrigin(request, { publicOrigin, allowed }))
      );
    },
    async framePolicy() {
      const own = publicOrigin === undefined ? [] : [publicOrigin];
      return `frame-ancestors ${["'self'", ...new Set([...own, ...(await allowed())].flatMap(frameSource))].join(' ')}`;
    },
    async refused() {
      const patterns = await allowed();
      return [...refused]
        .filter(([origin]) => !patterns.some((pattern) => matchesOrigin(pattern, origin)))
        .map(([origin, { count, lastAt }]) => ({ origin, count, lastAt: new Date(lastAt).toISOString() }))
        .toReversed();
    },
  };
}

/** An allowed pattern as a source in a policy, where names are ASCII; a host that cannot be one is left out. */
function frameSource(pattern: string): readonly string[] {
  if (pattern === '*') return ['*'];
  const anyLabel = 'any--label.';
  const origin = URL.parse(pattern.replace('*.', anyLabel))?.origin;
  return origin === undefined || origin === 'null' ? [] : [origin.replace(anyLabel, '*.')];
}

/** An origin in a form safe for logs and pages; anything else becomes one word. */
const shownOrigin = (header: string): string => {
  const url = URL.parse(header);
  return url && /^https?:$/.test(url.protocol) && header.length <= 300 ? url.origin : 'other';
};
