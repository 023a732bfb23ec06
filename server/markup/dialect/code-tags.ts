import { createFenceTracker } from './fence-tracker.ts';

/** Tags around code, alone on their lines: of Jekyll, Hexo and Hugo. */
const opening =
  /^[ \t]*(?:\{%-?[ \t]*(highlight|codeblock)(?![\w-])([^%{}\n]{0,300})%\}|\{\{[<%][ \t]*(highlight)(?![\w-])([^<>{}\n]{0,300})[%>]\}\})[ \t]*$/;
const closing =
  /^[ \t]*(?:\{%-?[ \t]*end(highlight|codeblock)[ \t]*-?%\}|\{\{[<%][ \t]*\/[ \t]*(highlight)[ \t]*[%>]\}\})[ \t]*$/;

/** Writes code between tags (`{% highlight ruby %}`, `{{< highlight go >}}`) as fenced code. Linear time. */
export function withFencedCode(text: string): string {
  if (!/\{[{%]/.test(text) || !/highlight|codeblock/.test(text)) return text;
  const lines = text.split('\n');
  const ends = endsAfter(lines);
  const inFence = createFenceTracker();
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [tag, name, words, hugo, more] = (inFence(line) ? null : opening.exec(line)) ?? [];
    const end = tag === undefined ? -1 : (ends.get(name ?? hugo ?? '')?.[at] ?? -1);
    if (end < 0) {
      written.push(line);
      continue;
    }
    const code = lines.slice(at + 1, end);
    const fence = code.some((one) => one.includes('~~~')) ? '`'.repeat(8) : '~~~~';
    written.push('', `${fence}${languageIn(words ?? more ?? '')}`, ...code, fence, '');
    at = end;
  }
  return written.join('\n');
}

/** For each tag and line the next line that closes it; -1 without one. */
function endsAfter(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const names = ['highlight', 'codeblock'];
  const ends = new Map(names.map((name) => [name, lines.map(() => -1)]));
  const next = new Map(names.map((name) => [name, -1]));
  for (let at = lines.length - 1; at >= 0; at--) {
    const [, liquid, hugo] = closing.exec(lines[at] ?? '') ?? [];
    const closed = liquid ?? hugo;
    if (closed !== undefined) next.set(closed, at);
    for (const name of names) ends.get(name)?.splice(at, 1, next.get(name) ?? -1);
  }
  return ends;
}

const languageIn = (words: string): string =>
  (/\blang:["']?([\w+#.-]{1,30})/.exec(words) ??
    /^[ \t]*["']?([\w+#.-]{1,30})["']?(?=[ \t]|$)/.exec(words))?.[1] ?? '';
