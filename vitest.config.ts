import { configDefaults, defineConfig } from 'vitest/config';

/** Units and the API in process; what needs a browser runs under `npm run e2e`. */
export default defineConfig({
  test: {
    environment: 'node',
    // Files share a worker: starting one for each takes longer than the tests. They keep no state in modules.
    isolate: false,
    maxWorkers: 2,
    // Nobody waits this long on purpose: it is the bound for hostile input and for busy machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    include: ['**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/e2e/**', 'dist/**', 'lib/**', 'data/**'],
  },
});
