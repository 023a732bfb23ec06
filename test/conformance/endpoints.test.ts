import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePrefix, ownGroups, publicPrefix, publicPrefixV2, specGroups } from '../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { assertNoBugs } from '../fakes/log.ts';
import {
  additions,
  publicAdditions,
  consoleOperations,
  filled,
  named,
  publicOperations,
  twinOperations,
  type SpecOperation,
} from './operations.ts';

/** Areas of the console whose operations still answer 501; the list only ever gets shorter. */
const notYet: readonly string[] = [];

const groups = [...specGroups, ...ownGroups];
const contractOf = (prefix: 'public' | 'console') =>
  groups.filter((group) => group.prefix === prefix).flatMap((group) => Object.values(group.endpoints));

describe('the contract', () => {
  test('SPEC 4.1: has the seven public operations, and beyond them only what is listed as added', () => {
    expect(contractOf('public').map(named).toSorted()).toEqual(
      [...publicOperations, ...publicAdditions].map(named).toSorted(),
    );
  });

  test('VER1 CHAT11 WC6: serves chat and the widget configuration under v1alpha2 too, and nothing else', () => {
    const twins = contractOf('public').filter(({ alsoV2 }) => alsoV2);
    expect(twins.map(named).toSorted()).toEqual(twinOperations.map(named).toSorted());
  });

  test('SPEC 4.2: has every console operation, and beyond them only what is listed as added', () => {
    expect(contractOf('console').map(named).toSorted()).toEqual(
      [...consoleOperations, ...additions].map(named).toSorted(),
    );
  });
});

describe('the service', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    assertNoBugs(app.log);
    await app[Symbol.asyncDispose]();
  });

  /** Asks without making anything happen: for the headers of reads, with an unreadable body for writes. */
  const statusOf = async (prefix: string, { method, path }: SpecOperation): Promise<number> => {
    const url = prefix + filled(path);
    const reply =
      method === 'GET'
        ? await app.inject({ method: 'HEAD', url, headers: asAdmin })
        : await app.inject({
            method,
            url,
            headers: { ...asAdmin, 'content-type': 'application/json' },
            payload: '{',
          });
    return reply.statusCode;
  };

  test('answers every operation that is not listed as missing, and none that is', async () => {
    const missing: string[] = [];
    for (const operation of [...publicOperations, ...publicAdditions]) {
      if ((await statusOf(publicPrefix, operation)) === 501) missing.push(named(operation));
    }
    for (const operation of [...consoleOperations, ...additions]) {
      if ((await statusOf(consolePrefix, operation)) === 501) missing.push(named(operation));
    }
    const expected = consoleOperations.filter(({ path }) => notYet.some((area) => path.startsWith(area)));
    expect(missing).toEqual(expected.map(named));
  });

  test.each(twinOperations.map((operation) => [named(operation), operation] as const))(
    'VER1: %s is served under v1alpha2 as under v1alpha1',
    async (_, operation) => {
      expect(await statusOf(publicPrefixV2, operation)).toBe(await statusOf(publicPrefix, operation));
    },
  );

  test.each([
    ['GET', `${publicPrefix}/chat`],
    ['GET', `${publicPrefix}/chat/stream`],
    ['GET', `${publicPrefix}/chat/feedback`],
    ['GET', `${publicPrefix}/search/answer`],
    ['POST', `${publicPrefixV2}/chat/feedback`],
    ['GET', `${publicPrefixV2}/search/halo-results`],
    ['POST', `${publicPrefixV2}/search/answer`],
    ['GET', `${publicPrefixV2}/mindmap`],
    ['DELETE', `${consolePrefix}/config`],
  ] as const)('WIRE10 FB7 VER3: %s %s is not there', async (method, url) => {
    expect((await app.inject({ method, url, headers: asAdmin })).statusCode).toBe(404);
  });
});
