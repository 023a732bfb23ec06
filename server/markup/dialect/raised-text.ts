import type { TokenizerExtensionFunction } from 'marked';
import { escapeHtml } from '../html.ts';

/** Raised text between carets, and lowered text between tildes: an exponent or an index, not several words. */
const raised = /^\^((?:\\.|[^\s^~\\[\]]){1,40})\^(?![\p{L}\p{N}{^])/u;
const lowered = /^~([+\-−]?[\p{Script=Latin}\p{Script=Greek}\p{N}]{1,12})~(?!~)/u;
/** What a raised or lowered text stands behind: a word, a number, or the end of a bracket or of bold text. */
const base = /[\p{L}\p{N})\]*_]$/u;

/**
 * Reads `10^6^` and `H~2~O`, as Pandoc, markdown-it and their like do, as tags of HTML. A single tilde behind a word is never the beginning of a text that is
 * struck out, since it is that of a span of time or numbers: `9~12, 14~18`.
 */
export const raisedText: TokenizerExtensionFunction = function read(source, tokens) {
  const sign = source.charAt(0);
  if ((sign !== '^' && sign !== '~') || source.startsWith(sign.repeat(2))) return undefined;
  const before = tokens.at(-1)?.raw ?? '';
  if (!base.test(before.slice(-2))) return undefined;
  const [raw, text = ''] = (sign === '^' ? raised : lowered).exec(source) ?? [];
  // A chain of spans: 5~10~15.
  const isChain = sign === '~' && /\d$/.test(before) && /^\p{N}/u.test(source.slice(raw?.length ?? 0));
  if (raw !== undefined && !isChain) {
    const tag = sign === '^' ? 'sup' : 'sub';
    return {
      type: 'html',
      raw,
      text: `<${tag}>${escapeHtml(text.replaceAll('\\', ''))}</${tag}>`,
      block: false,
    };
  }
  return sign === '~' ? { type: 'text', raw: sign, text: sign, escaped: false } : undefined;
};
