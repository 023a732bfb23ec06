import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { dropSchemas } from './empty-schemas.ts';

/** Around a whole run of tests: its schemas are kept from test to test, and dropped at its end. */
export default function begin(): () => Promise<void> {
  const run = randomBytes(4).toString('hex');
  // Workers inherit it.
  process.env['DOCENT_TEST_RUN'] = run;
  // Where no server answers there is nothing to drop.
  return () => dropSchemas(run).catch(() => undefined);
}
