import type { Clock } from '../../../ports/clock.ts';
import type { Host } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { createListedHost } from '../remote/listed-host.ts';
import { text } from '../remote/json-answer.ts';
import { checkSignature } from '../remote/signature.ts';
import { createAdminApi, createContentApi } from './api.ts';
import { createAskGhost, proofOf } from './identify.ts';
import { createGhostReading } from './reading.ts';
import { createGhostWriting, maxExcerptLength } from './writing.ts';

export interface GhostDeps {
  readonly client: SiteClient;
  /** Path of the APIs, such as `/ghost/api/`. */
  readonly api: string;
  /** Key of the Content API; public, since Ghost puts it into its pages. */
  readonly key: string;
  /** `id:secret` of an integration; without it the site is read-only. */
  readonly adminKey: string | undefined;
  readonly clock: Clock;
  readonly accepts: (path: string) => boolean;
  /** True when pages are read like posts. */
  readonly withPages: boolean;
  readonly hintSecret: string | undefined;
}

/** Host for Ghost 5 and later. */
export const createGhostHost = (deps: GhostDeps): Host => {
  const { client, clock, api, adminKey } = deps;
  const content = createContentApi(client, deps);
  const reading = createGhostReading({
    content,
    pathOf: client.address.articlePath,
    withPages: deps.withPages,
  });
  const writing = adminKey
    ? createGhostWriting(client, createAdminApi(client, { api, adminKey, now: clock.now }))
    : undefined;
  const listed = createListedHost({
    ...deps,
    reading,
    batch: 40,
    ask: createAskGhost(client, api),
    proofOf,
    title: async (signal) => text((await content.settings(signal))['title']),
    checkHint(hint) {
      // Ghost signs body and time, and sends both in one header: sha256=<hex>, t=<milliseconds>.
      const header = hint.headers['x-ghost-signature'] ?? '';
      const time = /(?:^|[,\s])t=(\d{1,16})/.exec(header)?.[1] ?? '';
      const given = /sha256=([\da-f]{64})/i.exec(header)?.[1];
      checkSignature({
        secret: deps.hintSecret,
        given,
        parts: [hint.body, time],
        signedAt: Number(time),
        now: clock.now(),
      });
    },
  });

  return {
    ...listed.host,
    describe: () => ({
      kind: 'ghost',
      version: 'API v5',
      siteTitle: listed.siteTitle(),
      canWriteExcerpts: writing !== undefined,
      maxExcerptLength: writing ? maxExcerptLength : null,
      countsVisits: false,
      canDeleteImages: false,
      siteOrigin: client.publicOrigin,
      adminPath: `${client.address.folder}ghost/`,
      signOutPath: `${client.address.folder}ghost/#/signout`,
    }),
    ...listed.writingParts(writing),
  };
};
