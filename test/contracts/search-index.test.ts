import { createLoopIndex } from '../../server/features/knowledge/search-index/loop-index.ts';
import { createThreadIndex } from '../../server/features/knowledge/search-index/thread-index.ts';
import { searchIndexContract } from './search-index.ts';

searchIndexContract('of this thread', createLoopIndex);
searchIndexContract('of a thread of its own', createThreadIndex);
