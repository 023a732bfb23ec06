/** Levels of lists and objects in a body; no operation reads more than ten. */
const deepest = 100;
/** Lists, objects and names in the body of a stranger. One megabyte can hold ten times as many, and takes ten times as long to read. */
const mostParts = 50_000;

/** Why a body of JSON is not read; `undefined` when it is. Only lists, objects and names outside texts count. */
export function tooComplex(text: string, { isAdmin }: { readonly isAdmin: boolean }): string | undefined {
  let [depth, parts] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ':') parts += 1;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      parts += 1;
      if (depth > deepest) return `The body is nested in more than ${deepest} levels`;
    }
    if (!isAdmin && parts > mostParts) return `The body has more than ${mostParts} lists, objects and names`;
  }
  return undefined;
}

/** Place of the quotation mark that ends the text which begins at `start`; the end of the body when none does. */
function endOfText(body: string, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    const sign = body[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') return at;
  }
  return body.length;
}
