import type { Database } from '../../kit/database.ts';
import { createAttemptRecords } from './store/login-attempts.ts';
import { createPasswordRecords } from './store/password.ts';
import { createSessionRecords } from './store/sessions.ts';
import { createTokenRecords } from './store/tokens.ts';

export { accountMigrations } from './store/tables.ts';
export type { SessionRow, TokenRow } from './store/tables.ts';

/** Sessions, tokens and the changed password of the administrator. */
export const createAccountStore = (database: Database) => ({
  ...createSessionRecords(database),
  ...createAttemptRecords(database),
  ...createTokenRecords(database),
  ...createPasswordRecords(database),
});

export type AccountStore = ReturnType<typeof createAccountStore>;
