import { serveOperations } from '../../../../work/threads/thread-calls.ts';
import { operations } from './illustrator.ts';

serveOperations(operations);
