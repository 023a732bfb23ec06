import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEngines } from '../../../../test/databases.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import { createTestUsage, drain, noon, readTotals } from '../../../../test/fakes/usage.ts';
import { dayAt } from '../../../kit/calendar.ts';
import type { Database } from '../../../kit/database.ts';
import type { ChatPart } from '../../../ports/models.ts';

const day = dayAt(noon);

/** An answer that uses all 100 tokens that were reserved. */
const greedy = (): ChatPart[] => [
  { type: 'text', text: 'yes' },
  { type: 'finish', reason: 'stop', usage: { promptTokens: 5, completionTokens: 95 } },
];

describe.each(testEngines)('US8: a call whose end the database cannot take, on %s', (_engine, open) => {
  let db: Database;
  beforeEach(async () => {
    db = await open();
  });
  afterEach(() => db.close());

  test('is settled with its own figures as soon as the database can', async () => {
    const one = await createTestUsage(db, { models: createFakeModels({ chat: greedy }) });
    const rename = (from: string, to: string) => db.query.schema.alterTable(from).renameTo(to).execute();
    await rename('usage_totals', 'usage_totals_away');
    for (let calls = 0; calls < 2; calls++)
      await drain(
        one.booked.chat({
          model: '',
          scenario: 'visitor_qa',
          task: { kind: 'ping' },
          messages: [{ role: 'user', content: 'four' }],
          maxTokens: 95,
          signal: new AbortController().signal,
        }),
      );
    await one.usage.settleAbandoned();
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 0, reserved: 200 }]);
    await rename('usage_totals_away', 'usage_totals');
    one.clock.time += 60_000;
    await one.usage.settleAbandoned();
    expect(await one.store.spending.ofDay(day)).toMatchObject([{ used: 200, reserved: 0 }]);
    expect(await readTotals(db, day, day)).toMatchObject([
      {
        status: 'success',
        calls: 2,
        prompt_tokens: 10,
        completion_tokens: 190,
        duration_ms: 0,
        estimated: 0,
      },
    ]);
    one.close();
  });
});
