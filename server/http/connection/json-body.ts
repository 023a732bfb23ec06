import { exceededBound } from '../../kit/scan/json-size.ts';

/** Levels of lists and objects in a body; no operation reads more than ten. */
const deepest = 100;
/** Lists, objects and names in the body of a stranger. One megabyte can hold ten times as many, and takes ten times as long to read. */
const mostParts = 50_000;

/** Why a body of JSON is not read; `undefined` when it is. */
export function tooComplex(text: string, { isAdmin }: { readonly isAdmin: boolean }): string | undefined {
  switch (exceededBound(text, { levels: deepest, parts: isAdmin ? Infinity : mostParts })) {
    case 'levels':
      return `The body is nested in more than ${deepest} levels`;
    case 'parts':
      return `The body has more than ${mostParts} lists, objects and names`;
    case undefined:
      return undefined;
  }
}
