import type { Clock } from '../../../ports/clock.ts';
import type { Host } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf } from '../remote/json-answer.ts';
import { createListedHost } from '../remote/listed-host.ts';
import { checkDocentSignature } from '../remote/signature.ts';
import { createAskHalo, proofOf } from './identify.ts';
import { createHaloReading } from './reading.ts';
import { createHaloWriting } from './writing.ts';

/** A longer title is none. */
const longestTitle = 200;

export interface HaloDeps {
  readonly client: SiteClient;
  readonly clock: Clock;
  readonly accepts: (path: string) => boolean;
  /** A personal access token; without it the site is read-only. */
  readonly token: string | undefined;
  readonly hintSecret: string | undefined;
}

/** Host for Halo 2.20 and later. Halo sends no notifications, so changes are found by polling. */
export const createHaloHost = (deps: HaloDeps): Host => {
  const { client, clock, token } = deps;
  const writing = token ? createHaloWriting(client, token) : undefined;
  const listed = createListedHost({
    ...deps,
    reading: createHaloReading(client),
    batch: 1,
    ask: createAskHalo(client),
    proofOf,
    async title(signal) {
      const front = await client.request(client.address.folder, { signal, urgent: true });
      if (front.status >= 500) jsonOf(front, 'The site');
      const title = /<title>([^<]*)<\/title>/i.exec(front.text())?.[1]?.trim() ?? '';
      return title.length <= longestTitle ? title : '';
    },
    checkHint: (hint) => checkDocentSignature(hint, deps.hintSecret, clock.now()),
  });

  return {
    ...listed.host,
    describe: () => ({
      kind: 'halo',
      version: '2',
      siteTitle: listed.siteTitle(),
      canWriteExcerpts: writing !== undefined,
      maxExcerptLength: null,
      countsVisits: true,
      canDeleteImages: writing !== undefined,
      siteOrigin: client.origin,
    }),
    ...listed.writingParts(writing),
  };
};
