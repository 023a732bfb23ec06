import { defineConfig } from 'vitest/config';
import { chromiumPath } from './test/e2e/chromium.ts';

if (!chromiumPath)
  console.log('No Chromium found: the browser tests are skipped. Install it or set DOCENT_CHROMIUM.');

/** Journeys in a real browser, one file after the other, against a fresh build. */
export default defineConfig({
  test: {
    environment: 'node',
    include: chromiumPath ? ['test/e2e/**/*.e2e.ts'] : [],
    passWithNoTests: true,
    globalSetup: chromiumPath ? ['test/e2e/build.ts'] : [],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
