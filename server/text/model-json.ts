import { jsonrepair } from 'jsonrepair';

/**
 * The JSON object in a model's answer, however it is wrapped: code fences and words around it are left out, slips such as single
 * quotes, comments or a comma before a closing bracket are mended, and an answer that was cut off ends with its last whole value.
 * `undefined` when no object can be read.
 */
export function jsonObjectIn(answer: string): Record<string, unknown> | undefined {
  const start = answer.indexOf('{');
  if (start < 0) return undefined;
  const end = answer.lastIndexOf('}');
  const whole = end > start ? objectOf(answer.slice(start, end + 1)) : undefined;
  return whole ?? objectOf(closed(answer.slice(start, start + longest)));
}

/** Longer answers are not repaired: no model is granted so many tokens. */
const longest = 200_000;
const deepest = 100;

function objectOf(text: string): Record<string, unknown> | undefined {
  for (const reading of [(json: string) => json, jsonrepair]) {
    try {
      const value: unknown = JSON.parse(reading(text));
      if (isObject(value)) return value;
    } catch {
      // The next attempt, or none.
    }
  }
  return undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A JSON text up to the end of its last whole value, with the brackets that stand open there closed. A value is whole
 * when a comma or a closing bracket follows it; a text or number at the very end may have been cut.
 */
function closed(text: string): string {
  const open: string[] = [];
  let [whole, openThen] = ['', ''];
  let inText = false;
  for (let at = 0; at < text.length && open.length <= deepest; at++) {
    const sign = text.charAt(at);
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
      continue;
    }
    if (sign === '"') inText = true;
    else if (sign === '{') open.push('}');
    else if (sign === '[') open.push(']');
    else if (sign === '}' || sign === ']') {
      if (open.pop() !== sign) break;
      [whole, openThen] = [text.slice(0, at + 1), open.toReversed().join('')];
      if (open.length === 0) break;
    } else if (sign === ',') [whole, openThen] = [text.slice(0, at), open.toReversed().join('')];
  }
  return whole + openThen;
}
