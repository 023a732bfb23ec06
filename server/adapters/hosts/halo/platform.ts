import type { Platform } from '../platform.ts';
import { list, record } from '../remote/json-answer.ts';
import { createHaloHost } from './halo.ts';
import { proofOf } from './identify.ts';

/** Halo: its API has one address on every site. */
export const haloPlatform: Platform<'halo', object> = {
  kind: 'halo',
  name: 'Halo',
  suggested: ({ generator }) => (/\bHalo\b/i.test(generator) ? [{ address: {}, isLikely: true }] : []),
  named: () => ({ address: {} }),
  probe: {
    path: () => '/apis/api.content.halo.run/v1alpha1/posts?page=1&size=1',
    isAnswer: (json) => list(record(json)['items']).length > 0 || record(json)['totalPages'] !== undefined,
  },
  consolePath: '/docent/console',
  proofOf,
  createHost: (_, { token }, { client, clock, log, accepts, site }) =>
    createHaloHost({
      client,
      clock,
      log,
      accepts,
      hintSecret: site.hintSecret,
      withPages: site.withPages,
      token,
    }),
};
