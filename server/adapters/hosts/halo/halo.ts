import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { Host } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf } from '../remote/json-answer.ts';
import { createListedHost } from '../remote/listed-host.ts';
import { checkDocentSignature } from '../remote/signature.ts';
import { createHaloApi } from './api.ts';
import { createAskHalo, proofOf } from './identify.ts';
import { createMending } from './mend-images.ts';
import { createHaloReading } from './reading.ts';
import { createTokenCheck } from './token-check.ts';
import { createHaloWriting } from './writing.ts';

/** Maximum length of a title. */
const longestTitle = 200;

export interface HaloDeps {
  readonly client: SiteClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly accepts: (path: string) => boolean;
  /** True when single pages are read like posts. */
  readonly withPages: boolean;
  /** A personal access token; without it the site is read-only. */
  readonly token: string | undefined;
  readonly hintSecret: string | undefined;
}

/** Host for Halo 2.20 and later. Halo sends no notifications, so changes are found by polling. */
export const createHaloHost = (deps: HaloDeps): Host => {
  const { client, clock, log, token } = deps;
  const api = token === undefined ? undefined : createHaloApi(client, token);
  const writing = api && createHaloWriting(client, api);
  const check = api && createTokenCheck(api, clock);
  const mending = api && createMending({ api, log });
  const listed = createListedHost({
    ...deps,
    reading: createHaloReading(client, deps),
    batch: 1,
    ask: createAskHalo(client),
    proofOf,
    async title(signal) {
      const front = await client.request(client.address.folder, { signal, urgent: true });
      if (front.status >= 500) jsonOf(front, 'The site');
      await check?.look(signal);
      if (check?.may('attachments')) mending?.begin();
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
      canWriteExcerpts: check?.may('posts') === true,
      maxExcerptLength: null,
      countsVisits: true,
      canDeleteImages: check?.may('attachments') === true,
      siteOrigin: client.publicOrigin,
      adminPath: '/console',
      signOutPath: '/logout',
    }),
    ...listed.writingParts(writing),
    async health(signal) {
      const health = await listed.host.health(signal);
      return health.ok && health.reason === '' && check?.words ? { ok: true, reason: check.words } : health;
    },
    async close() {
      await mending?.close();
      await listed.host.close();
    },
  };
};
