import { serveOperations } from '../../../work/threads/thread-calls.ts';
import { cutOperations } from './operations.ts';

export type CutOperations = typeof cutOperations;

serveOperations(cutOperations);
