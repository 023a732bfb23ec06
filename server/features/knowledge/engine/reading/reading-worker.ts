import { serveOperations } from '../../../../work/thread-calls.ts';
import { createReadingOperations } from './reading-operations.ts';

serveOperations(createReadingOperations());
