import { serveOperations } from '../../../work/thread-calls.ts';
import { createIndexOperations } from './index-operations.ts';

serveOperations(createIndexOperations());
