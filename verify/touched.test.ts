import { describe, expect, test } from 'vitest';
import { projectFiles } from '../test/source-files.ts';
import { createLanes, laneNames } from './lanes.ts';
import { filesOnBothEngines } from './on-both-engines.ts';
import { lanesTouchedBy } from './touched.ts';

describe('what a change makes due', () => {
  test.each([
    ['docs/spec.md', []],
    ['server/adapters/hosts/ghost/readme.md', []],
    ['console/pages/pets/page.vue', []],
    ['server/features/chat/small-talk/reply.ts', ['postgres']],
    ['server/features/chat/answer.ts', ['models', 'postgres']],
    ['server/adapters/models/openai/chat.ts', ['models', 'postgres']],
    ['server/adapters/hosts/ghost/api.ts', ['platforms', 'postgres']],
    ['deploy/caddy/Caddyfile', ['platforms']],
    ['deploy/Dockerfile', ['platforms']],
    ['editor/wordpress.ts', ['platforms']],
    ['server/http/stream.ts', ['platforms', 'postgres', 'resilience']],
    ['server/http/openapi/schemas.ts', ['clients', 'platforms', 'postgres', 'resilience']],
    ['test/clients/generated.test.ts', ['clients']],
    ['contract/chat.ts', ['clients', 'postgres', 'resilience']],
    ['server/features/excerpts/store/queries.ts', ['postgres', 'resilience']],
    ['server/features/excerpts/store.ts', ['postgres', 'resilience']],
    ['server/features/knowledge/rebuild/build-generation.ts', ['postgres', 'resilience']],
    ['server/main.ts', ['postgres', 'resilience']],
    ['server/adapters/search/opensearch/writer.ts', ['postgres', 'search']],
    ['server/ports/candidates.ts', ['postgres', 'resilience', 'search']],
    ['package-lock.json', ['clients', 'models', 'platforms', 'postgres', 'resilience', 'search']],
    ['a-new-folder/file.ts', ['clients', 'models', 'platforms', 'postgres', 'resilience', 'search']],
  ])('%s: %j', (path, lanes) => {
    expect([...lanesTouchedBy([path])].toSorted()).toEqual(lanes);
  });

  test('several paths make due what each of them does', () => {
    const touched = lanesTouchedBy(['editor/kit/menu.ts', 'README.md', 'server/work/jobs.ts']);
    expect([...touched].toSorted()).toEqual(['platforms', 'postgres', 'resilience']);
  });
});

describe('the lanes', () => {
  const lanes = createLanes(filesOnBothEngines());
  const files = projectFiles().map(({ path }) => path);
  const named = lanes.flatMap(({ suites }) =>
    suites.flatMap(({ files: own = [], without = [] }) => [...own, ...without]),
  );

  test('each has one row', () => {
    expect(lanes.map(({ name }) => name).toSorted()).toEqual(laneNames.toSorted());
  });

  test('name files that exist', () => {
    expect(named.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
  });

  test('what one leaves to others is run by another', () => {
    const left = lanes.flatMap(({ suites }) => suites.flatMap(({ without = [] }) => without));
    const run = lanes.flatMap(({ suites }) => suites.flatMap(({ files: own = [] }) => own));
    expect(left.filter((path) => !run.includes(path))).toEqual([]);
  });

  test('the stores run on PostgreSQL, too', () => {
    const onPostgres = lanes.find(({ name }) => name === 'postgres')?.suites[0]?.files ?? [];
    expect(onPostgres).toContain('server/features/usage/ledger/ledger.test.ts');
    expect(onPostgres).toContain('test/api/knowledge/restart.test.ts');
    expect(onPostgres).not.toContain('server/text/text.test.ts');
  });
});
