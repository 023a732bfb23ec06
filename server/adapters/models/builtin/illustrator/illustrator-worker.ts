import { serveOperations } from '../../../../imaging/worker-pool.ts';
import { operations } from './illustrator.ts';

serveOperations(operations);
