import { createLoopIndex } from '../../server/search/index/loop-index.ts';
import { createThreadIndex } from '../../server/search/index/thread-index.ts';
import { createFakeSearchEngine } from '../fakes/search/search-engine.ts';
import { indexOver } from './engine-index.ts';
import { retrievalIndexContract, searchIndexContract } from './search-index.ts';

retrievalIndexContract('of this thread', async () => createLoopIndex());
retrievalIndexContract('of a thread of its own', async () => createThreadIndex());
retrievalIndexContract('of a search engine', async () => indexOver(createFakeSearchEngine()));
searchIndexContract('of this thread', createLoopIndex);
searchIndexContract('of a thread of its own', createThreadIndex);
