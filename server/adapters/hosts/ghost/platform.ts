import type { FrontPage } from '../front-page.ts';
import type { Platform } from '../platform.ts';
import { record } from '../remote/json-answer.ts';
import { createGhostHost } from './ghost.ts';
import { proofOf } from './identify.ts';

/** Ghost: its pages hold the key of the Content API. */
export const ghostPlatform: Platform<'ghost', { readonly api: string; readonly key: string }> = {
  kind: 'ghost',
  name: 'Ghost',
  suggested(front, folder) {
    const key = keyIn(front);
    return key === '' ? [] : [{ address: withKey(key, folder), isLikely: true }];
  },
  named: ({ contentKey }, folder) =>
    contentKey === undefined
      ? (front) => withKey(keyIn(front), folder)
      : { address: withKey(contentKey, folder) },
  probe: {
    path: ({ api, key }) => `${api}content/posts/?key=${key}&limit=1&fields=id`,
    isAnswer: (json) => Array.isArray(record(json)['posts']),
  },
  proofOf,
  createHost: (
    { api, key },
    { contentKey, adminKey },
    { client, clock, accepts, site: { hintSecret, withPages } },
  ) =>
    createGhostHost({ client, clock, accepts, hintSecret, withPages, api, key: contentKey ?? key, adminKey }),
};

/** `''` when the page names none. */
const keyIn = ({ elements }: FrontPage): string => {
  for (const { name, attributes } of elements) {
    const key = attributes.get('data-key') ?? '';
    if (name === 'script' && attributes.has('data-ghost') && /^[\da-f]{20,64}$/.test(key)) return key;
  }
  return '';
};

const withKey = (key: string, folder: string) => ({ api: `${folder}ghost/api/`, key });
