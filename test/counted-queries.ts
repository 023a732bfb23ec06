import type { KyselyPlugin } from 'kysely';
import type { Database } from '../server/kit/database.ts';

/** A database that counts the queries outside of transactions that are sent through it. */
export function countedQueries(db: Database): { readonly db: Database; readonly count: () => number } {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: { ...db, query: db.query.withPlugin(counting) }, count: () => count };
}
