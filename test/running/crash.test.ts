import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crashRounds } from './crash-rounds.ts';

test('RUN2: killed under load, a service has lost nothing it acknowledged and leaves nothing running that nobody does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-crash-'));
  try {
    const { acknowledgedLogs, acknowledgedSaves, interrupted, lost, stuck } = await crashRounds(folder, 4);
    expect({ lost, stuck }).toEqual({ lost: [], stuck: [] });
    expect(acknowledgedLogs).toBeGreaterThan(0);
    expect(acknowledgedSaves).toBeGreaterThan(0);
    expect(Object.keys(interrupted).length).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
