import { sentences } from '../../text/sentences.ts';
import { truncate } from '../../text/text.ts';
import { explained, type ExplainedText } from '../../kit/explained.ts';
import { isSameLanguage } from './same-language.ts';

/** For each statement, whether the article supports it. */
export type Supported = (
  input: { readonly title: string; readonly text: string; readonly statements: readonly string[] },
  signal: AbortSignal,
) => Promise<readonly boolean[]>;

/** Result: the supported text, or a complaint for the model. `torn` when a sentence was cut. */
export type FaithfulnessCheck =
  | { readonly ok: true; readonly text: string; readonly torn: boolean }
  | { readonly ok: false; readonly complaint: ExplainedText };

/**
 * Keeps the sentences of a reply that the article supports, as many as fit into `maxLength` UTF-16 units. A first
 * sentence that is too long is cut at a clause; `torn` is then true.
 */
export async function checkFaithfulness(
  prose: string,
  rules: {
    readonly article: string;
    /** For each sentence, whether the article supports it. */
    readonly supports: (sentences: readonly string[]) => Promise<readonly boolean[]>;
    readonly maxLength: number;
  },
): Promise<FaithfulnessCheck> {
  if (!/\p{L}/u.test(prose)) return { ok: false, complaint: explained('complaint_nothing') };
  if (!isSameLanguage(rules.article, prose)) return { ok: false, complaint: explained('complaint_language') };
  const candidates = sentences(prose).filter(({ text }) => !hasAddress(text));
  const supported = await rules.supports(candidates.map(({ text }) => text));
  const kept = candidates.filter((_, nth) => supported[nth]);
  const [first] = kept;
  if (!first) return { ok: false, complaint: explained('complaint_unfounded') };
  if (first.text.length > rules.maxLength)
    return { ok: true, text: clip(first.text, rules.maxLength), torn: true };
  let text = '';
  for (const sentence of kept) {
    const gap = text === '' || !/\s/.test(prose.charAt(sentence.start - 1)) ? '' : ' ';
    if (text.length + gap.length + sentence.text.length > rules.maxLength) break;
    text += gap + sentence.text;
  }
  return { ok: true, text, torn: false };
}

/** Excerpts must not contain addresses. */
const hasAddress = (text: string) => /\b(?:[a-z][a-z+.-]{1,20}:\/\/|www\.|javascript:|data:)/i.test(text);

/** Truncates a sentence at a clause or blank in its second half, where there is one. */
function clip(sentence: string, maxLength: number): string {
  const room = truncate(sentence, maxLength - 1);
  const cuts = [/^(.*[^\s，,；;、：:])\s*[，,；;、：:]/su, /^(.*\S)\s/su].map(
    (cut) => cut.exec(room)?.[1] ?? '',
  );
  return `${cuts.find((cut) => cut.length > maxLength / 2) ?? room.trimEnd()}…`;
}
