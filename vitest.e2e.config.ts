import { defineConfig } from 'vitest/config';
import { chromiumPath } from './test/e2e/chromium.ts';

if (!chromiumPath)
  console.log('No Chromium found: the browser tests are skipped. Install it or set DOCENT_CHROMIUM.');

/** The packed service as it is installed, and journeys in a real browser; one file after the other, against a fresh build. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/install/**/*.e2e.ts', ...(chromiumPath ? ['test/e2e/**/*.e2e.ts'] : [])],
    globalSetup: ['test/e2e/build.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
