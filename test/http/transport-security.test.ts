import { expect, test } from 'vitest';
import { openProbeServer } from './probe-server.ts';

const hsts = async (
  publicOrigin: string | undefined,
  headers: Readonly<Record<string, string>>,
  trustedProxies: readonly string[] = ['127.0.0.1'],
) => {
  const { app } = await openProbeServer({}, { publicOrigin, trustedProxies });
  try {
    return (await app.inject({ url: '/nothing', headers })).headers['strict-transport-security'];
  } finally {
    await app.close();
  }
};

const host = 'docs.example.org';
const overTls = { host, 'x-forwarded-proto': 'https' };

test('SEC1: browsers come back by TLS where TLS is known, and only there', async () => {
  const kept = expect.stringMatching(/^max-age=\d{7,}$/);
  expect(await hsts('https://docs.example.org', { host })).toEqual(kept);
  expect(await hsts(undefined, overTls)).toEqual(kept);
  expect(await hsts(undefined, { host })).toBeUndefined();
  expect(await hsts('http://docs.example.org', overTls)).toBeUndefined();
  // Anybody may write the header; a proxy that is trusted says it.
  expect(await hsts(undefined, overTls, [])).toBeUndefined();
  // The header counts for all ports of a host, so one beside 443 must not close port 80.
  expect(await hsts('https://docs.example.org:8443', { host })).toBeUndefined();
  expect(await hsts(undefined, { ...overTls, host: `${host}:8443` })).toBeUndefined();
});
