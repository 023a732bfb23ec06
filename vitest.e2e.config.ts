import { defineConfig } from 'vitest/config';
import { findChromium } from './test/e2e/chromium.ts';
import { longestFirst } from './test/longest-first.ts';
import { isMissing } from './test/missing-tool.ts';

const why = findChromium() ? '' : 'no Chromium is found: install it or set DOCENT_CHROMIUM';

/** The longest files, longest first. */
const long = [
  'test/install/image',
  'test/install/package',
  'console/text-size',
  'console/one-look',
  'e2e/service',
  'console/all-pages/',
];

/** The packed service as it is installed, and journeys in a real browser, against a fresh build. */
export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'test/install/**/*.e2e.ts',
      ...(isMissing('the browser tests', why) ? [] : ['test/e2e/**/*.e2e.ts']),
    ],
    globalSetup: ['verify/temporary-place.ts', 'test/e2e/build.ts'],
    // Each file has a browser and a service of its own, which keep a processor busy.
    pool: 'forks',
    // Files share a worker, which loads the service once; they keep no state in modules.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(long) },
    // Far above what an idle machine needs: a test ends late because what it waits for does not come.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The state that is waited for comes at once on an idle machine, and late on a busy one, where axe alone takes half a minute for a long page.
    expect: { poll: { timeout: 90_000 } },
  },
});
