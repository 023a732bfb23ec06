import { serveOperations } from '../../../../kit/image-threads.ts';
import { operations } from './operations.ts';

serveOperations(operations);
