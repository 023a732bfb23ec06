import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { createIndexOperations } from './index-operations.ts';

serveOperations(createIndexOperations());
