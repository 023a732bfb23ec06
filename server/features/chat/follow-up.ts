import { explained } from '../../kit/explained.ts';
import type { Trace } from '../../kit/trace.ts';
import { factWords } from '../../text/question/fact-kinds.ts';
import { contentTerms, isCommonWord, isStopWord, stem, words } from '../../text/text.ts';
import type { Retrieve } from '../knowledge/knowledge.ts';
import type { Question } from './question.ts';

type Retrieval = Awaited<ReturnType<Retrieve>>;

/** Maximum of terms carried over from the last question. */
const mostCarried = 8;

/** Patterns of follow-ups: "and per day?", “那每天呢？”. */
const leans =
  /^(?:and|but|or|so|then|what about|how about|what if|why|why not|how so|also|et|mais|und|aber|oder|y|pero|e|mas|ma|а|и|но|en|maar)\b|\b(?:it|its|they|them|their|that|those|these|this one|one|there)\b|^(?:那|那么|还有|另外|此外|然后|为什么|為什麼|怎么会|如果|要是)|[它其这那](?:个|個|些|样|樣|里|裡|呢)?|呢[？?]?$|(?:それ|その|これ|では|じゃあ)|(?:그럼|그건|그것|그러면)/iu;

/** Question words: no content words, they say what an answer has to hold. */
const asks =
  /\bhow (?:much|many|long|often|far|old|big)\b|\b(?:when|where|why|who)\b|多少钱?|几[点个次天年]|多久|什么时候|哪里|为什么|谁/iu;

/**
 * Retrieves for a question, and for one that leans on the conversation or names nothing itself once more with terms of the last question;
 * returns the better result. Costs only a search of the index.
 */
export async function standaloneQuestion(
  retrieve: (question: string) => Promise<Retrieval>,
  { question, history }: Pick<Question, 'question' | 'history'>,
  trace: Trace,
): Promise<Retrieval & { readonly question: string }> {
  const alone = await retrieve(question);
  const { asked, terms } = carriedTerms(question, history);
  if (terms === '') return spelt(alone, question);
  const carried = `${asked} ${terms}`.trim();
  const whole = `${question} ${carried}`;
  const together = await retrieve(whole);
  const isBetter = together.evidence.score > alone.evidence.score;
  trace.add('follow_up', 'Follow-up', {
    detail: isBetter ? explained('trace_searched', { question: carried }) : explained('trace_no_follow_up'),
  });
  return isBetter ? spelt(together, whole) : spelt(alone, question);
}

/** True for a question whose words lean on the conversation: “And per day?”, “How do I install it?”. */
export const leansOnHistory = (question: string, history: Question['history']): boolean =>
  leans.test(question.trim()) && carriedTerms(question, history).terms !== '';

/** True for a question that is searched by its own words alone, whatever was said before. */
export const standsAlone = (question: string, history: Question['history']): boolean =>
  carriedTerms(question, history).terms === '';

/** True for a question without a content word: neither everyday words nor question words. */
const namesNothing = (question: string): boolean =>
  contentTerms(question.replace(asks, ' ')).every((term) => isCommonWord(term));

/** Path of the article that was quoted last: "From [Title › Heading](/path#heading)". */
export const citedPath = (history: Question['history']): string => {
  const last = history.findLast(({ role }) => role === 'assistant');
  return /\]\((\/[^)\s#]*)/.exec(last?.content.slice(0, 1000) ?? '')?.[1] ?? '';
};

/** The result, with the question as it was searched, translated or with its spelling corrected, since passages are chosen by its words. */
const spelt = (found: Retrieval, question: string): Retrieval & { readonly question: string } => ({
  ...found,
  question:
    found.translation?.text ??
    (found.corrections ?? []).reduce(
      (text, { typed, meant }) =>
        text.replace(
          new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(typed)}(?![\\p{L}\\p{N}])`, 'giu'),
          meant,
        ),
      question,
    ),
});

/**
 * Terms for a follow-up: how the last question asked, unless this one asks, and content words of the visitor's last question and of the
 * heading quoted for it that the follow-up lacks. After "What does it need?" only the heading says what is spoken of. None for a question
 * that neither leans nor names nothing itself: they would raise the score of "The capital of France?".
 */
function carriedTerms(
  question: string,
  history: Question['history'],
): { readonly asked: string; readonly terms: string } {
  const nothing = { asked: '', terms: '' };
  const last = history.findLast(({ role, content }) => role === 'user' && content.trim() !== question);
  const own = new Set(contentTerms(question));
  if (!last || !(leans.test(question.trim()) || namesNothing(question))) return nothing;
  // As they were written, since a dictionary knows no stems.
  const said = `${last.content.slice(0, 500)} ${citedHeading(history)}`;
  const written = words(said).filter((word) => !isStopWord(word));
  const terms = [...new Map(written.map((word) => [stem(word), word]))].filter(([key]) => !own.has(key));
  const asked = asks.test(question) ? '' : factWords(last.content) || (asks.exec(last.content)?.[0] ?? '');
  const carried = terms.slice(0, mostCarried).map(([, word]) => word);
  return carried.length === 0 ? nothing : { asked, terms: carried.join(' ') };
}

/** Heading of the last quotation: "From [Title › Heading](address)". */
const citedHeading = (history: Question['history']): string => {
  const last = history.findLast(({ role }) => role === 'assistant');
  return /\[[^\]\n]{1,300} › ([^\]\n]{1,200})\]\(/.exec(last?.content.slice(0, 1000) ?? '')?.[1] ?? '';
};
