import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { describe } from 'vitest';
import { createOpenSearch } from '../../server/adapters/search/opensearch/opensearch.ts';
import { isMissing } from '../missing-tool.ts';
import { indexOver } from './engine-index.ts';
import { retrievalIndexContract } from './search-index.ts';

const url = process.env['DOCENT_TEST_SEARCH_URL'];
const why = url === undefined ? 'DOCENT_TEST_SEARCH_URL names no node of OpenSearch' : '';

describe.skipIf(isMissing('the index of a search engine', why))('OpenSearch', () => {
  retrievalIndexContract('of OpenSearch', async () =>
    indexOver(createOpenSearch({ nodes: [url ?? ''], name: 'docent-test', timeoutMs: 20_000 }), {
      site: randomUUID(),
    }),
  );
});
