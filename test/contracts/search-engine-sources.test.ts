import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { describe } from 'vitest';
import { createOpenSearch } from '../../server/adapters/search/opensearch/opensearch.ts';
import { isMissing } from '../missing-tool.ts';
import { withoutPostgres } from '../postgres-server.ts';
import { sourcesOfReplicas } from './source-replicas.ts';

const url = process.env['DOCENT_TEST_SEARCH_URL'];
const why = url === undefined ? 'DOCENT_TEST_SEARCH_URL names no node of OpenSearch' : '';

describe.skipIf(isMissing('sources on a search engine', why) || withoutPostgres)(
  'sources beside the site of two replicas on OpenSearch',
  () => {
    const name = `docent-${randomUUID()}`;
    const asked = async (path: string, body?: object) => {
      const reply = await fetch(`${url}/${name}-*/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
      return (await reply.json()) as { readonly count: number };
    };
    sourcesOfReplicas('OpenSearch', {
      open: () => createOpenSearch({ nodes: [url ?? ''], name, timeoutMs: 20_000 }),
      async documentsOf(source) {
        await asked('_refresh');
        return (await asked('_count', { query: { prefix: { article: `${source}~` } } })).count;
      },
    });
  },
);
