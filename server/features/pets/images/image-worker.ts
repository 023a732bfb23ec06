import { serveOperations } from '../../../work/thread-calls.ts';
import { operations } from './operations.ts';

serveOperations(operations);
