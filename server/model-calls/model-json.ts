import { isRecord } from '../kit/json.ts';
import { jsonrepair } from 'jsonrepair';

/**
 * Extracts the JSON object of a model's answer: ignores code fences and text around it, repairs single quotes, comments
 * and trailing commas, and ends a truncated answer after its last complete value. `undefined` when no object can be
 * read.
 */
export function jsonObjectIn(answer: string): Readonly<Record<string, unknown>> | undefined {
  const start = answer.indexOf('{');
  if (start < 0) return undefined;
  const end = answer.lastIndexOf('}');
  const whole = end > start ? objectOf(answer.slice(start, end + 1)) : undefined;
  return whole ?? objectOf(closed(answer.slice(start, start + longest)));
}

/** Maximum of UTF-16 units read of an answer that was cut. */
const longest = 200_000;
/** Repairing takes time by the square of a text's length; no object that is asked of a model is as long as this. */
const longestRepaired = 32_000;
const deepest = 100;

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  for (const reading of [(json: string) => json, jsonrepair]) {
    if (reading === jsonrepair && text.length > longestRepaired) return undefined;
    try {
      const value: unknown = JSON.parse(reading(text));
      if (isRecord(value)) return value;
    } catch {
      // Try the next parser.
    }
  }
  return undefined;
}

/**
 * JSON text up to its last complete value, with open brackets closed. A value is complete when a comma or a closing
 * bracket follows; a string or number at the very end may have been cut.
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
