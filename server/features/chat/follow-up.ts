import type { Trace } from '../../kit/trace.ts';
import { contentTerms } from '../../text/text.ts';
import type { Retrieve } from '../knowledge/knowledge.ts';
import type { Question } from './question.ts';

type Retrieval = Awaited<ReturnType<Retrieve>>;

/** Maximum of terms carried over from the last question. */
const mostCarried = 8;
/** A question with more terms stands by itself. */
const mostOwnTerms = 6;

/** Patterns of follow-ups: "and per day?", “那每天呢？”. */
const leans =
  /^(?:and|but|or|so|then|what about|how about|what if|why|why not|how so|also|et|mais|und|aber|oder|y|pero|e|mas|ma|а|и|но|en|maar)\b|\b(?:it|its|they|them|their|that|those|these|this one|one|there)\b|^(?:那|那么|还有|另外|此外|然后|为什么|為什麼|怎么会|如果|要是)|[它其这那](?:个|個|些|样|樣|里|裡|呢)?|呢[？?]?$|(?:それ|その|これ|では|じゃあ)|(?:그럼|그건|그것|그러면)/iu;

/** A few words that go on with the last question, whatever they find alone: "and per day?", “那每天呢？”. */
const goesOn =
  /^(?:and|or|but|what about|how about|et|und|oder|y|e|и|а)\b(?!\s+(?:what|who|when|where|why|how)\b)|^(?:那|那么|还有).*呢[？?]?$/iu;
const mostGoingOn = 3;

/** How a question asks, which is no content word: what an answer to it has to hold. */
const asks =
  /\bhow (?:much|many|long|often|far|old|big)\b|\b(?:when|where|why|who)\b|多少钱?|几[点个次天年]|多久|什么时候|哪里|为什么|谁/iu;

/**
 * Retrieves for a question. When the evidence is weak and the question is a follow-up, or it plainly goes on with the last
 * question, retrieves again with terms of that, and returns the better result. Costs only a search of the index.
 */
export async function standaloneQuestion(
  retrieve: (question: string) => Promise<Retrieval>,
  { question, history }: Pick<Question, 'question' | 'history'>,
  trace: Trace,
): Promise<Retrieval & { readonly question: string }> {
  const alone = await retrieve(question);
  const carried = carriedTerms(question, history);
  const isContinued = goesOn.test(question.trim()) && contentTerms(question).length <= mostGoingOn;
  if (carried === '' || (alone.evidence.level === 'answers' && !isContinued)) return spelt(alone, question);
  const whole = `${question} ${carried}`;
  const together = await retrieve(whole);
  const better =
    together.evidence.score > alone.evidence.score || (isContinued && together.evidence.level === 'answers');
  trace.add('follow_up', 'Follow-up', {
    detail: better ? `Searched with “${carried}”` : 'The earlier question did not help',
  });
  return better ? spelt(together, whole) : spelt(alone, question);
}

/** The result, with the question's spelling corrected, since passages are chosen by its words. */
const spelt = (found: Retrieval, question: string): Retrieval & { readonly question: string } => ({
  ...found,
  question: (found.corrections ?? []).reduce(
    (text, { typed, meant }) =>
      text.replace(/[\p{L}\p{N}]+/gu, (word) => (word.toLowerCase() === typed ? meant : word)),
    question,
  ),
});

/**
 * Terms for a follow-up: content words of the visitor's last question and of the heading quoted for it that the
 * follow-up lacks.
 */
function carriedTerms(question: string, history: Question['history']): string {
  const last = history.findLast(({ role, content }) => role === 'user' && content.trim() !== question);
  const own = new Set(contentTerms(question));
  if (!last || own.size > mostOwnTerms || (own.size > 2 && !leans.test(question.trim()))) return '';
  const said = `${last.content.slice(0, 500)} ${citedHeading(history)}`;
  const terms = contentTerms(said).filter((term) => !own.has(term));
  const asked = asks.test(question) ? '' : (asks.exec(last.content)?.[0] ?? '');
  return terms.length === 0
    ? ''
    : [asked, ...new Set(terms)]
        .slice(0, mostCarried + 1)
        .join(' ')
        .trim();
}

/** Heading of the last quotation: "From [Title › Heading](address)". */
const citedHeading = (history: Question['history']): string => {
  const last = history.findLast(({ role }) => role === 'assistant');
  return /\[[^\]\n]{1,300} › ([^\]\n]{1,200})\]\(/.exec(last?.content.slice(0, 1000) ?? '')?.[1] ?? '';
};
