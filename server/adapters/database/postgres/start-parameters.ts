import { Client, type ClientConfig } from 'pg';
import { refusesStartParameters } from './failures.ts';

/** A process that hangs in a transaction loses its locks after this time. */
const idleInTransactionMs = 60_000;

/**
 * Startup parameters of connections: time limits, and the schema unless it is the default one. A pooler in transaction
 * mode may refuse the limits; then only the client's own limits apply.
 */
export async function startParameters(
  connection: ClientConfig,
  schema: string,
  statementMs: number,
): Promise<ClientConfig> {
  const limits = {
    ...connection,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  };
  try {
    return await inSchema(limits, schema);
  } catch (error) {
    if (!refusesStartParameters(error)) throw error;
    return inSchema(connection, schema);
  }
}

async function inSchema(connection: ClientConfig, schema: string): Promise<ClientConfig> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ schema: string | null }>('select current_schema() as schema');
    if (rows[0]?.schema === schema) return connection;
    return { ...connection, options: `-c search_path=${schema}` };
  } finally {
    void client.end().catch(() => undefined);
  }
}
