import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { explained, type ExplainedText } from '../../../kit/explained.ts';
import { invalid, isFault, unavailable } from '../../../kit/fault.ts';
import { firstBytes } from '../../first-bytes.ts';
import { allowedLookup } from './outside/allowed-lookup.ts';
import { createChainCookies } from './exchange/chain-cookies.ts';
import { decodeText } from './decode-text.ts';
import { createPace, type Pace } from './pace.ts';
import { isPrivateAddress } from './private-address.ts';
import { ownAddress, redirectTarget } from './redirect-target.ts';
import { withoutData } from './exchange/without-data.ts';
import { siteAddress, type SiteAddress } from './site-address.ts';
import { patientlyWithSite } from '../../../kit/waiting/patience.ts';

/** A request to the site. */
export interface SiteRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Maximum size of the response, in bytes after decompression. */
  readonly maxBytes?: number;
  /** Time limit of the whole exchange. */
  readonly limitMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Drops the data of pictures that stand in the text, and cuts what is too long instead of refusing it. */
  readonly shortens?: boolean;
  /** Skips the queue of article requests; for requests on behalf of a person, such as a login. */
  readonly urgent?: boolean;
  /** Returns a redirect to another path instead of following it: closed interfaces redirect to a sign-in page. */
  readonly keepsPath?: boolean;
  /** Returns a redirect to another site instead of refusing it. */
  readonly mayLeave?: boolean;
}

/** A whole answer. */
export interface SiteResponse {
  readonly status: number;
  /** Final address, after redirects. */
  readonly url: URL;
  readonly headers: Pick<Headers, 'get'>;
  readonly bytes: Uint8Array;
  text(): string;
}

/** HTTP client for one site, with rate limits and bounds. */
export interface SiteClient {
  readonly address: SiteAddress;
  /** Scheme and host after the site's last redirect. */
  readonly origin: string;
  /** Scheme and host of the addresses that visitors use. */
  readonly publicOrigin: string;
  readonly pace: Pace;
  /**
   * Resolves with any status. Throws `unavailable` when the site cannot be reached, is too slow or asks to wait;
   * `invalid` when the response is too long, redirects to another site or endlessly, or the address is private.
   */
  request(path: string, request?: SiteRequest): Promise<SiteResponse>;
  /** The same, with the response body as a stream. */
  stream<T>(
    path: string,
    request: SiteRequest,
    read: (response: Response, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** A user of the site (HTTP Basic). */
export interface SiteAccess {
  readonly user: string;
  readonly password: string;
}

export interface ClientOptions {
  readonly site: URL;
  readonly parallel: number;
  readonly userAgent: string;
  /** False where the site must not be at a private address; it may be unless given. */
  readonly mayBePrivate?: boolean | undefined;
  /** Sent with each request that names no other authorization, to this site alone. */
  readonly access?: SiteAccess | undefined;
  /** Resolves host names; replaced in tests. */
  readonly resolve?: typeof resolveName;
}

const maxRedirects = 5;
const limitMs = 30_000;
/** Of a page that is shortened so many times its maximum is read. */
const shortestShare = 8;
const maxBytes = 8_000_000;
/** Longest pause requested by the site that is honoured. */
const longestRestMs = 15 * 60_000;
/** Shorter pauses are waited for within the call. */
const shortRestMs = 20_000;
const restWithoutWordMs = 10_000;

export const createSiteClient = (options: ClientOptions): SiteClient => {
  const { site, mayBePrivate = true, access } = options;
  const authorization = access && {
    authorization: `Basic ${Buffer.from(`${access.user}:${access.password}`).toString('base64')}`,
  };
  const address = siteAddress(site);
  const pace = createPace(options.parallel);
  const agent = new Agent({
    connect: {
      lookup: guardedLookup(address, options.resolve ?? resolveName, mayBePrivate),
      timeout: 10_000,
    },
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    maxResponseSize: -1,
  });
  let origin = site.origin;

  const visit = async <T>(
    path: string,
    given: SiteRequest,
    signal: AbortSignal,
    read: (response: Response, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const request: SiteRequest = { ...given, headers: { ...authorization, ...given.headers } };
    let url = ownAddress(path, origin, address);
    const cookies = createChainCookies(request.headers?.['cookie']);
    for (let hops = 0; ; hops++) {
      refusePrivate(url, address, mayBePrivate);
      const response = await fetch(url, {
        method: request.method ?? 'GET',
        headers: { 'user-agent': options.userAgent, ...request.headers, ...cookies.headerFor(url) },
        ...(request.body !== undefined && { body: request.body }),
        redirect: 'manual',
        dispatcher: agent,
        signal,
      });
      const location = response.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null) {
        if (response.status === 429 || response.status === 503) await askedToWait(response);
        return await read(response, signal);
      }
      if (request.keepsPath && URL.parse(location, url.href)?.pathname !== url.pathname)
        return await read(response, signal);
      if (request.mayLeave && !address.isOwn(URL.parse(location, url.href) ?? url))
        return await read(response, signal);
      await response.body?.cancel();
      const isNew = cookies.take(url, response.headers.getSetCookie());
      if (hops >= maxRedirects) throw invalid(explained('site_redirects'));
      const next = redirectTarget({ location, status: response.status, url, request, address });
      if (next.href === url.href && !isNew) throw invalid(explained('site_redirects'));
      if (next.pathname === url.pathname && next.search === url.search) origin = next.origin;
      url = next;
    }
  };

  /** Honours a requested pause; throws when it is too long to wait for here. */
  const askedToWait = async (response: Response): Promise<void> => {
    const ms = Math.min(waitOf(response.headers.get('retry-after')), longestRestMs);
    pace.rest(ms);
    await response.body?.cancel();
    throw new Rested(ms, response.status);
  };

  const stream: SiteClient['stream'] = async (path, request, read) => {
    const asker = request.signal ?? new AbortController().signal;
    const inTime = (signal: AbortSignal, ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    const turn = (signal: AbortSignal) =>
      visit(path, request, inTime(signal, request.limitMs ?? limitMs), read);
    const once = async (signal: AbortSignal) => {
      signal.throwIfAborted();
      return request.urgent ? turn(signal) : pace.run(() => turn(signal), signal);
    };
    for (let tries = 1; ; tries++) {
      try {
        return await patientlyWithSite(Infinity, (ms) => once(ms === Infinity ? asker : inTime(asker, ms)));
      } catch (error) {
        if (error instanceof Rested && error.ms <= shortRestMs && tries < 3 && !request.urgent) continue;
        throw faultOf(error, request.signal);
      }
    }
  };

  return {
    address,
    pace,
    stream,
    get origin() {
      return origin;
    },
    get publicOrigin() {
      return address.publicOrigin ?? origin;
    },
    request: (path, request = {}) =>
      stream(path, request, async (response) => {
        const most = request.maxBytes ?? maxBytes;
        const bytes = request.shortens
          ? (await firstBytes(withoutData(response.body, most * shortestShare), most)).bytes
          : await readBytes(response, most);
        const contentType = response.headers.get('content-type') ?? '';
        return {
          status: response.status,
          url: new URL(response.url),
          headers: response.headers,
          bytes,
          text: () => decodeText(bytes, contentType),
        };
      }),
    close: () => agent.destroy(),
  };
};

/** The site has requested a pause. */
class Rested extends Error {
  readonly ms: number;
  readonly words: ExplainedText;
  constructor(ms: number, status: number) {
    const words = explained('site_status_wait', { status, seconds: Math.ceil(ms / 1000) });
    super(words.text);
    this.words = words;
    this.ms = ms;
  }
}

/** Milliseconds of a `Retry-After` header, which holds seconds or a date. */
const waitOf = (header: string | null): number => {
  if (header === null) return restWithoutWordMs;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 1_000) : restWithoutWordMs;
};

/** Reads at most `most` bytes. Throws `invalid` for more. */
const readBytes = async (response: Response, most: number): Promise<Uint8Array> => {
  const tooLong = () => invalid(explained('page_long', { bytes: most }));
  if (Number(response.headers.get('content-length') ?? 0) > most) {
    await response.body?.cancel();
    throw tooLong();
  }
  const { bytes, isCut } = await firstBytes(response.body, most);
  if (isCut) throw tooLong();
  return bytes;
};

/** IP addresses in URLs are never resolved, so they are checked here; host names are checked at resolution. */
const refusePrivate = (url: URL, address: SiteAddress, mayBePrivate: boolean): void => {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 0 || !isPrivateAddress(host)) return;
  if (url.hostname !== address.host) throw invalid(explained('page_redirected_private'));
  if (!mayBePrivate) throw invalid(explained('source_private', { address: host }));
};

/**
 * DNS lookup that refuses private addresses, unless the first answer for the operator's site was private too. The first
 * answer decides, so that a name cannot change from a public to a private address later (DNS rebinding).
 */
const guardedLookup = (
  address: SiteAddress,
  resolve: typeof resolveName,
  mayBePrivate: boolean,
): LookupFunction => {
  let siteIsPrivate = mayBePrivate ? undefined : false;
  return allowedLookup(resolve, {
    mayBePrivate(hostname, found) {
      if (hostname !== address.host) return false;
      siteIsPrivate ??= found.every((one) => isPrivateAddress(one.address));
      return siteIsPrivate;
    },
    refused: (host) =>
      invalid(
        mayBePrivate ? explained('page_private', { host }) : explained('source_private', { address: host }),
      ),
  });
};

/** The Fault for an error of `fetch`; an abort by the caller is returned as it is. */
const faultOf = (error: unknown, signal: AbortSignal | undefined): unknown => {
  if (signal?.aborted) return signal.reason;
  if (isFault(error)) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (isFault(cause)) return cause;
  if (error instanceof Rested) return unavailable(error.words);
  return unavailable(connectionFailure(cause), error);
};

/** Reason of a failed connection, for administrators. */
const connectionFailure = (cause: unknown): ExplainedText => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return explained('site_slow');
  return connectionReasons.find(([pattern]) => pattern.test(code))?.[1] ?? explained('site_unreachable');
};

const connectionReasons: readonly (readonly [RegExp, ExplainedText])[] = [
  [/^ENOTFOUND$|^EAI_/, explained('site_unresolved')],
  [/^ECONNREFUSED$/, explained('site_refuses_connection')],
  [/TIMEOUT/, explained('site_slow')],
  [/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/, explained('site_certificate')],
  [/^ECONNRESET$|SOCKET|^EPIPE$|^HPE_/, explained('site_broke_off')],
];
