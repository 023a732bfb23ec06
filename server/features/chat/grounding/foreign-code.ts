/** The passages, as far as code is looked for in them. */
export interface Holds {
  /** True when a line of code stands in a passage. */
  holdsCode(line: string): boolean;
}

/** True for the line that opens or closes a block of code. */
export const isFence = (line: string): boolean => /^\s{0,8}(?:`{3,}|~{3,})/.test(line);

/** True for a block of code of which no line stands in a passage; lines of signs alone say nothing. */
export function isForeignBlock(lines: readonly string[], passages: Holds): boolean {
  const telling = lines.filter((line) => tellingLine.test(line));
  return telling.length > 0 && !telling.some((line) => passages.holdsCode(line));
}

/** True for a sentence with a command in it, code of several words, that stands in no passage. */
export const isForeignCommand = (sentence: string, passages: Holds): boolean =>
  Array.from(sentence.matchAll(/(?<!`)`([^`\n]{3,300})`(?!`)/g), ([, code = '']) => code.trim())
    .filter((code) => /\S\s+\S/.test(code))
    .some((code) => !passages.holdsCode(code));

/** A line of code with a word. */
const tellingLine = /\p{L}{2}/u;

/** An answer without its blocks of code, and those. */
export function withoutCode(answer: string): {
  readonly prose: string;
  readonly blocks: readonly (readonly string[])[];
} {
  const prose: string[] = [];
  const blocks: string[][] = [];
  let block: string[] | undefined;
  for (const line of answer.split('\n')) {
    if (isFence(line)) {
      if (block === undefined) blocks.push((block = []));
      else block = undefined;
    } else (block ?? prose).push(line);
  }
  return { prose: prose.join('\n'), blocks };
}
