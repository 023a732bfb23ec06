import type { Token } from 'marked';
import { lexMarkdown, plainInline } from '../../markup/markdown.ts';
import { jsonObjectIn } from '../../model-calls/model-json.ts';

/**
 * Prose of a model's reply on one line: without reasoning tags, fences, Markdown, HTML, surrounding quotation marks,
 * lead-ins and character counts. Contains nothing that could be read as a tag, since hosts may show it as HTML.
 */
export function sanitizeText(reply: string): string {
  const answer = unwrapped(withoutReasoning(reply.slice(0, longest)));
  const lines = lexMarkdown(answer).flatMap(proseOf);
  const spoken = lines.length > 1 && isPreface(lines[0] ?? '') ? lines.slice(1) : lines;
  return untagged(bare(spoken.join(' ').replace(/\s+/g, ' ').trim()));
}

/** Maximum of characters read of a reply. */
const longest = 20_000;

/** Removes reasoning; an unclosed tag has no answer after it. */
const withoutReasoning = (text: string): string =>
  text
    .replace(
      /<(?:think|thinking|thought|reasoning|reflection)>[^]*?(?:<\/(?:think|thinking|thought|reasoning|reflection)>|$)/gi,
      '',
    )
    .replace(/^[^]*<\/(?:think|thinking|thought|reasoning|reflection)>/i, '')
    .replace(/<(?:think|thinking|thought|reasoning|reflection)>[^]*$/i, '');

/** Content of a code fence, or the first text of a JSON reply; other JSON is dropped. */
function unwrapped(text: string): string {
  const fenced = /^[ \t]*(`{3,}|~{3,})[\w-]*[ \t]*\n([^]*?)(?:^[ \t]*\1|$(?![^]))/m.exec(text)?.[2];
  const inner = (fenced ?? text).trim();
  if (!/^(?:\{|\[\s*\{)/.test(inner)) return inner;
  const texts = Object.values(jsonObjectIn(inner) ?? {}).filter((value) => typeof value === 'string');
  return texts[0] ?? (jsonPattern.test(inner) ? '' : inner);
}

const jsonPattern = /^(?:\{\s*"|\[\s*\{)/;

/** Lines of prose below a token, without headings, tables and code. */
function proseOf(token: Token): string[] {
  if (token.type === 'paragraph' || token.type === 'text')
    return plainInline(('tokens' in token && token.tokens) || [token]).split('\n');
  if (token.type === 'blockquote' || token.type === 'list_item') return childrenOf(token).flatMap(proseOf);
  if (token.type === 'list' && 'items' in token && Array.isArray(token.items))
    return token.items.flatMap(proseOf);
  if (token.type === 'html') return [token.raw.replace(/<(script|style)\b[^]*?(?:<\/\1>|$)/gi, '')];
  return [];
}

const childrenOf = (token: Token): readonly Token[] => ('tokens' in token && token.tokens) || [];

const isPreface = (line: string): boolean =>
  /[:：]\s*$/.test(line) ||
  /^(?:sure|certainly|of course|okay|好的|当然)[^.。]{0,20}[!！,，.。]?\s*$/i.test(line);

/** Removes a label or lead-in on the same line, surrounding quotation marks, and a remark on the length. */
const bare = (text: string): string => {
  const spoken = text
    .replace(
      /^(?:(?:sure|certainly|of course|okay)[,!. ]+)?(?:here(?:'s|’s| is) (?:the|an?|your) [^:.]{0,60}|(?:the )?(?:excerpt|summary|abstract)(?: of the article)?)[:：]\s*/i,
      '',
    )
    .replace(
      /^(?:好的|当然)?[，,！! ]*(?:(?:以下|下面|这)是[^:：。]{0,30}|(?:文章)?(?:摘要|概要|总结|简介|导读))[:：]\s*/,
      '',
    )
    .replace(
      /(?<!\s)\s*[(（](?:(?:about |approx\. ?|约|共|字数[:：]? ?)?\d{1,9} ?(?:characters?|chars?|words?|字符?|个字))[)）]\s*$/i,
      '',
    )
    .trim();
  const quoted = /^(?:"([^"]+)"|“([^“”]+)”|'([^']+)'|‘([^‘’]+)’|「([^「」]+)」|『([^『』]+)』)$/.exec(spoken);
  return (quoted?.slice(1).find((inner) => inner !== undefined) ?? spoken).trim();
};

const untagged = (text: string): string =>
  text
    .replace(/<\/?[a-z][^<>]*>|<!--[^]*?-->/gi, '')
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/\s+/g, ' ')
    .trim();
