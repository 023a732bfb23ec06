import { serveOperations } from '../../../kit/image-threads.ts';
import { operations } from './illustrator.ts';

serveOperations(operations);
