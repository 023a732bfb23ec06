import { Client, type ClientConfig } from 'pg';
import { refusesStartParameters } from './failures.ts';

/** A process that is held up in the middle of a transaction keeps its locks no longer than this. */
const idleInTransactionMs = 60_000;

/**
 * What connections ask of the server when they begin: its own limits, and the schema where it is not the first one
 * anyway. A pooler in transaction mode refuses such parameters; then the limits of this side stand alone.
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
