import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { operations } from './cut-operations.ts';

serveOperations(operations);
