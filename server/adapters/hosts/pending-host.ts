import { setTimeout as pause } from 'node:timers/promises';
import { explained, type Words } from '../../kit/explained.ts';
import { isFault, unavailable } from '../../kit/fault.ts';
import type { Credentials, Host, HostDescription, HostHealth } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import { createHints } from './remote/hints.ts';
import { noImages } from './remote/refusals.ts';

/**
 * Placeholder for the host of a site that is down at the start; delegates to the real host once it opens. Until then
 * everything that needs the site is `unavailable`, and questions are answered from the saved index.
 */
export const createPendingHost = (deps: {
  /** Throws while the site is down. */
  readonly open: (signal: AbortSignal) => Promise<Host>;
  readonly reason: Words;
  /** True when the platform might verify these credentials. */
  readonly mayProve: (credentials: Credentials) => boolean;
  readonly description: HostDescription;
  readonly now: () => number;
  readonly log: Log;
  readonly retryMs?: number;
}): Host => {
  const { description, log, retryMs = 15_000 } = deps;
  const stopping = new AbortController();
  const hints = createHints();
  let health: HostHealth = { ok: false, reason: deps.reason, since: new Date(deps.now()).toISOString() };
  let host: Host | undefined;
  let relay: { close(): void } | undefined;

  const opening = openLater();
  async function openLater(): Promise<void> {
    while (!stopping.signal.aborted && !host) {
      await pause(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        host = await deps.open(stopping.signal);
        relay = host.onChange(hints.tell);
        log.info({ kind: host.describe().kind }, 'the site answers now');
        hints.tell();
      } catch (error) {
        health = { ...health, reason: isFault(error) ? error.words : health.reason };
      }
    }
  }

  const there = (): Host => {
    if (!host) throw unavailable(health.reason);
    return host;
  };

  return {
    describe: () => host?.describe() ?? description,
    async *heads(signal) {
      signal?.throwIfAborted();
      yield* there().heads(signal);
    },
    article: async (id, signal) => there().article(id, signal),
    writeExcerpt: async (id, excerpt, options) => there().writeExcerpt(id, excerpt, options),
    async identify(credentials, signal) {
      if (host) return host.identify(credentials, signal);
      // Docent's own administrators need no site; possible users of the platform must wait.
      if (deps.mayProve(credentials))
        throw unavailable(explained('site_unidentified', { reason: health.reason }));
      return { kind: 'anonymous' };
    },
    imagePolicies: async (signal) => (host ?? noImages).imagePolicies(signal),
    putImage: async (image, policyId, ownerMark) => there().putImage(image, policyId, ownerMark),
    getImage: async (url, signal) => there().getImage(url, signal),
    deleteImage: async (id) => there().deleteImage(id),
    onChange: hints.onChange,
    receiveHint: async (hint) => there().receiveHint?.(hint),
    page: async (path, request) => host?.page?.(path, request),
    health: async (signal) => (host ? host.health(signal) : health),
    async close() {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      relay?.close();
      hints.close();
      await opening;
      await host?.close();
    },
  };
};
