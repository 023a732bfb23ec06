import { serveOperations } from '../../../../work/thread-calls.ts';
import { operations } from './illustrator.ts';

serveOperations(operations);
