import { serveOperations } from '../../../work/thread-calls.ts';
import { operations } from './cut-operations.ts';

serveOperations(operations);
