import { expect, test } from 'vitest';
import { factLines } from './fact-metrics.ts';

test('RUN18: what is known of the installation is there in the text format of Prometheus, the rest is missing', () => {
  const facts = {
    version: '1.2.3',
    siteIsUp: false,
    indexedArticles: 12,
    leftOut: 2,
    diskFreeBytes: 1024,
    readAt: 1_700_000_001_500,
    callsWaiting: 3,
    jobsRunning: 1,
    noticesWaiting: undefined,
    backedUpAt: 1_700_000_000_000,
  };
  const lines = factLines(facts).split('\n');
  expect(lines).toContain(`docent_build_info{version="1.2.3",node="${process.versions.node}"} 1`);
  expect(lines).toContain('docent_site_up 0');
  expect(lines).toContain('docent_articles 12');
  expect(lines).toContain('docent_articles_left_out 2');
  expect(lines).toContain('docent_backup_timestamp_seconds 1700000000');
  expect(lines).toContain('docent_site_read_timestamp_seconds 1700000001.5');
  expect(lines).toContain('docent_model_calls_waiting 3');
  expect(lines).toContain('docent_jobs_running 1');
  expect(lines.join()).not.toContain('docent_notices_waiting');
  expect(factLines({ ...facts, siteIsUp: undefined, backedUpAt: undefined })).not.toMatch(/site_up|backup/);
});
