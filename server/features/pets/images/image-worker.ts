import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { operations } from './operations.ts';

serveOperations(operations);
