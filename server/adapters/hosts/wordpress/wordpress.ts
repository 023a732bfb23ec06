import type { Clock } from '../../../ports/clock.ts';
import type { Host } from '../../../ports/host.ts';
import type { SiteClient } from '../remote/client.ts';
import { jsonOf, record, text } from '../remote/json-answer.ts';
import { createListedHost } from '../remote/listed-host.ts';
import { textOfHtml } from '../remote/plain.ts';
import { checkDocentSignature } from '../remote/signature.ts';
import { createWordpressApi } from './api.ts';
import { createAskWordpress, proofOf } from './identify.ts';
import { createPostList } from './post-list.ts';
import { createRawExcerpts } from './raw-excerpts.ts';
import { createWordpressReading } from './reading.ts';
import { createUnreadTypes } from './unread-types.ts';
import { createWordpressWriting } from './writing.ts';

export interface WordpressDeps {
  readonly client: SiteClient;
  /** Address of the REST API, such as `/wp-json/` or `/?rest_route=/`. */
  readonly root: string;
  readonly clock: Clock;
  readonly accepts: (path: string) => boolean;
  /** True when pages are read like posts. */
  readonly withPages: boolean;
  /** An application password; without it the site is read-only. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  readonly hintSecret: string | undefined;
}

/** Host for WordPress 5.6 and later, by its REST API. */
export const createWordpressHost = (deps: WordpressDeps): Host => {
  const { client, clock, credentials } = deps;
  const api = createWordpressApi(client, deps.root);
  const authorization =
    credentials && `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;
  const writing = authorization ? createWordpressWriting({ client, api, authorization }) : undefined;
  const posts = createPostList(api);
  const excerpts = authorization ? createRawExcerpts({ api, posts, authorization, clock }) : undefined;
  const unread = createUnreadTypes({ client, api, clock });
  const listed = createListedHost({
    ...deps,
    reading: createWordpressReading({
      posts,
      pathOf: client.address.articlePath,
      excerpts,
      withPages: deps.withPages,
    }),
    batch: 40,
    ask: createAskWordpress(client, api),
    proofOf,
    async title(signal) {
      const response = await api.call('/', { _fields: 'name' }, { signal, urgent: true });
      const title = textOfHtml(text(record(jsonOf(response, 'The site'))['name']));
      await unread.look(signal);
      return title;
    },
    checkHint: (hint) => checkDocentSignature(hint, deps.hintSecret, clock.now()),
  });

  return {
    ...listed.host,
    describe: () => ({
      kind: 'wordpress',
      version: 'REST v2',
      siteTitle: listed.siteTitle(),
      canWriteExcerpts: writing !== undefined && !excerpts?.refused,
      maxExcerptLength: null,
      countsVisits: false,
      canDeleteImages: writing !== undefined,
      siteOrigin: client.publicOrigin,
      adminPath: `${client.address.folder}wp-admin/`,
      signOutPath: `${client.address.folder}wp-login.php?action=logout`,
    }),
    ...listed.writingParts(writing),
    async health(signal) {
      const health = await listed.host.health(signal);
      const notice = excerpts?.refused ?? unread.words;
      return health.ok && health.reason === '' && notice ? { ok: true, reason: notice } : health;
    },
  };
};
