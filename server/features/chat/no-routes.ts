import { notFound } from '../../kit/fault.ts';
import type { IntentAnswer, Question } from './chat.ts';

/** The router of a service without intent routes: every question goes to retrieval, and no route can be entered. */
export async function noRoutes({ intentRouteId }: Question): Promise<IntentAnswer | undefined> {
  if (intentRouteId !== undefined) throw notFound('Intent route');
  return undefined;
}
