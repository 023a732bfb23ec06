import { explained } from '../../kit/explained.ts';
import { notFound, unavailable } from '../../kit/fault.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import { createHints } from './remote/hints.ts';

/** A host that can be exchanged for another one while the service runs. */
export interface ExchangeableHost extends Host {
  /** Lets the next host take over, tells that everything may have changed, and resolves with the former one, which is not closed. */
  exchange(next: Host): Host;
}

/**
 * Passes everything on to the host of the moment. What was begun with a former host and reads many articles ends as
 * `unavailable`, so that nobody takes its articles for those of the next one.
 */
export function createExchangeableHost(first: Host): ExchangeableHost {
  const hints = createHints();
  let host = first;
  let relay = host.onChange(hints.tell);
  let readsDocuments: boolean | undefined;

  async function* heads(signal?: AbortSignal): AsyncGenerator<ArticleHead> {
    const begun = host;
    for await (const head of begun.heads(signal)) {
      assertSame(begun);
      yield head;
    }
    assertSame(begun);
  }
  const assertSame = (begun: Host) => {
    if (begun !== host) throw unavailable(explained('site_exchanged'));
  };

  return {
    describe: () => host.describe(),
    heads,
    article: (id, signal) => host.article(id, signal),
    writeExcerpt: (id, excerpt, options) => host.writeExcerpt(id, excerpt, options),
    identify: (credentials, signal) => host.identify(credentials, signal),
    imagePolicies: (signal) => host.imagePolicies(signal),
    putImage: (image, policyId, ownerMark) => host.putImage(image, policyId, ownerMark),
    getImage: (url, signal) => host.getImage(url, signal),
    deleteImage: (id) => host.deleteImage(id),
    onChange: hints.onChange,
    async receiveHint(hint) {
      if (!host.receiveHint) throw notFound('Connected platform');
      await host.receiveHint(hint);
    },
    page: async (path, request) => host.page?.(path, request),
    readDocuments(isOn) {
      readsDocuments = isOn;
      host.readDocuments?.(isOn);
    },
    problems: () => host.problems?.() ?? [],
    leftOut: () => host.leftOut?.() ?? [],
    lastRead: () => (host.lastRead ? host.lastRead() : Infinity),
    health: (signal) => host.health(signal),
    async close() {
      relay.close();
      hints.close();
      await host.close();
    },
    exchange(next) {
      const former = host;
      relay.close();
      host = next;
      if (readsDocuments !== undefined) next.readDocuments?.(readsDocuments);
      relay = host.onChange(hints.tell);
      hints.tell();
      return former;
    },
  };
}
