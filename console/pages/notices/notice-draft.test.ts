import { expect, test } from 'vitest';
import type { NoticeSettings } from '../../../contract/operator/notices.ts';
import { draftOf, newSecret, patchOf } from './notice-draft.ts';

const settings: NoticeSettings = {
  webhook: {
    enabled: true,
    address: 'stored',
    server: 'https://chat.example',
    shape: 'json',
    secret: 'stored',
    privateAddresses: false,
  },
  mail: {
    enabled: false,
    host: '',
    port: 465,
    security: 'tls',
    user: '',
    password: 'none',
    from: '',
    to: '',
    privateAddresses: false,
  },
  events: { budget: true, model: true, site: true, index: true, disk: true, digest: false },
  digest: { weekday: 1, hour: 8, texts: false },
  language: 'en',
  revision: 3,
};

test('NT1: a secret that was not touched is not sent, a typed one is, and a removed one is empty', () => {
  const draft = draftOf(settings);
  expect(patchOf(draft).webhook).toEqual({ enabled: true, shape: 'json', privateAddresses: false });
  draft.webhook.address.typed = 'https://other.example/x';
  draft.webhook.secret.isRemoved = true;
  expect(patchOf(draft).webhook).toMatchObject({ address: 'https://other.example/x', secret: '' });
  expect(JSON.stringify(patchOf(draftOf(settings)))).not.toContain('stored');
});

test('a made secret is long, new each time, and of letters that every form takes', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/);
  expect(newSecret()).not.toBe(newSecret());
});
