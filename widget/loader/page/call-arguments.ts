import type { DocentAskOptions, DocentEvent, DocentOpenOptions } from '../../../contract/widget/page-api.ts';

/** Checks of what scripts of a page pass; each throws a TypeError that says what was expected. */

const events: readonly string[] = [
  'ready',
  'open',
  'close',
  'ask',
  'answer',
  'feedback',
  'limit',
  'error',
  'search',
  'search-open',
  'search-close',
] satisfies DocentEvent[];

export function checkQuestion(question: unknown, options: unknown): void {
  if (typeof question !== 'string' || question.trim() === '')
    throw new TypeError('Docent.ask(): the question must be a text');
  checkFields<DocentAskOptions>('ask', options, {
    submit: 'boolean',
    newConversation: 'boolean',
    intentRouteId: 'string',
  });
}

export const checkOpening = (options: unknown): void =>
  checkFields<DocentOpenOptions>('open', options, { query: 'string', submit: 'boolean' });

/** The keyword of a search; an event, as of a click, is none. */
export function keywordOf(keyword: unknown): string | undefined {
  if (keyword === undefined || keyword === null || keyword instanceof Event) return undefined;
  if (typeof keyword !== 'string') throw new TypeError('Docent.search(): the keyword must be a text');
  return keyword;
}

export function checkListening(event: unknown, listen: unknown): void {
  if (typeof event !== 'string' || !events.includes(event))
    throw new TypeError(`Docent.on(): the event is one of ${events.join(', ')}`);
  if (typeof listen !== 'function') throw new TypeError('Docent.on(): the listener must be a function');
}

function checkFields<T>(
  call: string,
  options: unknown,
  kinds: Readonly<Record<keyof T & string, 'string' | 'boolean'>>,
): void {
  if (options === undefined || options === null) return;
  if (typeof options !== 'object')
    throw new TypeError(`Docent.${call}(): options are an object such as { ${Object.keys(kinds)[0]}: … }`);
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined && typeof value !== kind)
      throw new TypeError(`Docent.${call}(): ${name} must be a ${String(kind)}`);
  }
}
