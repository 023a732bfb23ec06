import { serveOperations } from '../../../../work/threads/thread-calls.ts';
import { encodePng } from '../../../../imaging/image.ts';
import { illustrate, type Order } from './illustrator.ts';

/** What the illustrator's thread does. */
const operations = {
  illustrate: async (order: Order) => encodePng(await illustrate(order)),
};

export type IllustratorOperations = typeof operations;

serveOperations(operations);
