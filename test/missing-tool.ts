import process from 'node:process';

/**
 * Whether tests are skipped because a tool is missing; `why` is `''` when it is there. Says so on standard error, since what a child
 * prints may be counted. Where `DOCENT_TEST_TOOLS` is `required`, as in `npm run verify`, it throws instead.
 */
export function isMissing(tests: string, why: string): boolean {
  if (why === '') return false;
  if (process.env['DOCENT_TEST_TOOLS'] === 'required') throw new Error(`${tests}: ${why}`);
  process.stderr.write(`Skipped: ${tests} (${why})\n`);
  return true;
}
