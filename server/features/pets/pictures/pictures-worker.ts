import { serveOperations } from '../../../imaging/worker-pool.ts';
import { operations } from './operations.ts';

serveOperations(operations);
