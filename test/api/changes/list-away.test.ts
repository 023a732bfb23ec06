import { expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, openChosen } from '../../app.ts';

test('CHG4: a write that cannot be added to the list of changes is done and answered as done, and the log names it', async () => {
  const db = await openChosen();
  await using app = await createTestApp({ db });
  const clear = () =>
    app.inject({ method: 'DELETE', url: `${consolePrefix}/answer-cache`, headers: asAdmin });
  expect((await clear()).statusCode).toBe(200);
  await db.query.schema.alterTable('changes').renameTo('changes_away').execute();
  const reply = await clear();
  await db.query.schema.alterTable('changes_away').renameTo('changes').execute();
  expect([reply.statusCode, reply.json()]).toEqual([200, { deleted: 0 }]);
  expect(JSON.stringify(app.log.errors)).toContain('answer-cache.clear');
});
