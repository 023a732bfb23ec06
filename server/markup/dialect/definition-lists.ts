import { createFenceTracker } from './fence-tracker.ts';

const definition = /^ {0,3}:[ \t]+(?=\S)/;
/** A line that may be a term: running text, no list, quote, heading, table or code. */
const term = /^(?![ \t]*(?:[-*+>#|:<]|\d{1,9}[.)][ \t]|`{3}|~{3}|={2,}|$)| {4}|\t)/;

/** Writes the definition lists of PHP Markdown Extra, Kramdown and Pandoc (`Term` above `: what it means`) as lists. Linear time. */
export function withDefinitions(text: string): string {
  if (!/^ {0,3}:[ \t]+\S/m.test(text)) return text;
  const inFence = createFenceTracker();
  const lines = text.split('\n').map((line) => ({ line, isCode: inFence(line) }));
  const written: string[] = [];
  let isOpen = false;
  for (const [at, { line, isCode }] of lines.entries()) {
    const next = lines[at + 1]?.line.trim() === '' ? lines[at + 2] : lines[at + 1];
    const isDefined = next !== undefined && !next.isCode && definition.test(next.line);
    if (isCode) written.push(line);
    else if (isOpen && definition.test(line)) written.push('', `  ${line.replace(definition, '')}`);
    else if (isDefined && term.test(line) && !definition.test(line)) {
      if (!isOpen && written.at(-1)?.trim() !== '') written.push('');
      written.push(`- ${line.trim()}`);
      isOpen = true;
    } else {
      if (line.trim() !== '' && !/^[ \t]/.test(line) && lines[at - 1]?.line.trim() === '') isOpen = false;
      written.push(isOpen && line.trim() !== '' ? `  ${line.trimStart()}` : line);
    }
  }
  return written.join('\n');
}
