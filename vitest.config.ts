import { configDefaults, defineConfig } from 'vitest/config';
import { longestFirst } from './test/longest-first.ts';

/** Files that wait for processes, servers and real time, longest first. */
const long = [
  'test/platforms/',
  'test/contracts/host-wordpress.',
  'test/running/crash',
  'test/knowledge-crash',
  'test/contracts/host-ghost-real',
  'database/postgres',
  'test/database-outage',
  'test/running/',
  'usage/crash',
  'knowledge/rebuild',
  'knowledge/live-index',
  'test/replicas',
];

/** Units and the API in process; what needs a browser runs under `npm run e2e`. */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['verify/temporary-place.ts', 'test/database-run.ts'],
    // Files share a worker: starting one for each takes longer than the tests. They keep no state in modules.
    isolate: false,
    // Two more than the cores of a small machine: some tests wait for processes and for time to pass.
    maxWorkers: 4,
    // Tests that are marked as concurrent begin processes, two or three of which fill such a machine.
    maxConcurrency: 3,
    sequence: { sequencer: longestFirst(long) },
    // Nobody waits this long on purpose: it is the bound for hostile input and for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/e2e/**', 'dist/**', 'lib/**', 'data/**'],
  },
});
