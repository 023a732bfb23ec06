import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/http/openapi.ts';
import { articles, wordsOfModel } from '../../tools/examples/site.ts';
import { adminToken, createTestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeImageProcessor } from '../fakes/image-processor.ts';
import { createFakeModels } from '../fakes/models.ts';
import { isMissing } from '../missing-tool.ts';
import { clientsFolder, missingClients, run } from './clients.ts';
import expected from './expected-findings.json' with { type: 'json' };

const isSkipped = isMissing('fuzzed requests', missingClients);

const minutes = 60_000;

/** What schemathesis found, of one kind. */
interface Finding {
  readonly code: string;
  readonly title: string;
  readonly operations: readonly string[];
}

interface Report {
  readonly complete: boolean;
  readonly errors: readonly unknown[];
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly Finding[];
}

/** Code and operation of each finding. */
const named = (findings: readonly Pick<Finding, 'code' | 'operations'>[]): readonly string[] =>
  [
    ...new Set(findings.flatMap(({ code, operations }) => operations.map((name) => `${code} ${name}`))),
  ].toSorted();

/*
 * What generic fuzzing finds is recorded with its reason in `expected-findings.json`. The systematic requests are the same each time, so that
 * a finding which is gone is noticed as well; of the random ones a finding may stay away.
 */
describe.skipIf(isSkipped)('API5: schemathesis finds what is recorded, and nothing else', () => {
  // Each waits for its own service half of the time.
  test.concurrent(
    'by systematic requests',
    async () => {
      const { found, requests, told } = await findings('coverage', []);
      expect(requests).toBeGreaterThan(7_000);
      expect(unexpected(found, told)).toEqual([]);
      const gone = named(expected.always).filter((name) => !found.includes(name));
      expect({ gone }).toEqual({ gone: [] });
    },
    15 * minutes,
  );

  test.concurrent(
    'by random requests',
    async () => {
      const { found, requests, told } = await findings('examples,fuzzing', [
        '--max-examples',
        '10',
        '--no-shrink',
      ]);
      expect(requests).toBeGreaterThan(1_500);
      expect(unexpected(found, told)).toEqual([]);
      const gone = named(expected.sometimes).filter((name) => !found.includes(name));
      if (gone.length > 0) console.warn(`recorded, but not found this time:\n${gone.join('\n')}`);
    },
    15 * minutes,
  );
});

/** Findings that are not recorded, with everything that schemathesis told about them and others. */
const unexpected = (found: readonly string[], told: string): readonly string[] => {
  const recorded = new Set(named([...expected.always, ...expected.sometimes]));
  const names = found.filter((name) => !recorded.has(name));
  return names.length > 0 ? [...names, told] : [];
};

/** What the phases find in a service of their own. */
async function findings(phases: string, more: readonly string[]) {
  await using app = await createTestApp({
    host: createFakeHost(articles),
    imageProcessor: createFakeImageProcessor(),
    models: createFakeModels({
      chat: ({ scenario, messages }) =>
        wordsOfModel(scenario, messages.map(({ content }) => content).join(' ')),
    }),
  });
  const folder = await mkdtemp(join(tmpdir(), 'docent-fuzzed-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument()));
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  const path = join(folder, 'report.json');
  const words = ['run', 'openapi.json', '--url', url, '--header', `Authorization: Bearer ${adminToken}`];
  const manner = [
    '--phases',
    phases,
    '--generation-deterministic',
    '--continue-on-failure',
    '--warnings',
    'off',
  ];
  const output = ['--no-color', '--report', 'json', '--report-json-path', path];
  const without = expected.leftOut.flatMap(({ operations }) =>
    operations.flatMap((id) => ['--exclude-operation-id', id]),
  );
  const told = await run(
    join(clientsFolder, 'schemathesis/bin/schemathesis'),
    [...words, ...manner, ...more, ...output, ...without],
    { cwd: folder, findings: 1, seconds: 800 },
  );
  const report = JSON.parse(await readFile(path, 'utf8')) as Report;
  await rm(folder, { recursive: true });
  expect(report).toMatchObject({ complete: true, errors: [] });
  expect(app.log.errors).toEqual([]);
  return { found: named(report.failures), requests: report.test_cases.generated, told };
}
