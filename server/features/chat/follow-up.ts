import type { Trace } from '../../kit/trace.ts';
import { contentTerms } from '../../text/text.ts';
import type { Retrieve } from '../knowledge/knowledge.ts';
import type { Question } from './question.ts';

type Retrieval = Awaited<ReturnType<Retrieve>>;

/** Terms of the last question that a follow-up may lean on. */
const mostCarried = 8;
/** A longer question stands for itself. */
const mostOwnTerms = 6;

/** Words that lean on what was said before: "and per day?", “那每天呢？”. */
const leans =
  /^(?:and|but|or|so|then|what about|how about|what if|why|why not|how so|also|et|mais|und|aber|oder|y|pero|e|mas|ma|а|и|но|en|maar)\b|\b(?:it|its|they|them|their|that|those|these|this one|one|there)\b|^(?:那|那么|还有|另外|此外|然后|为什么|為什麼|怎么会|如果|要是)|[它其这那](?:个|個|些|样|樣|里|裡|呢)?|呢[？?]?$|(?:それ|その|これ|では|じゃあ)|(?:그럼|그건|그것|그러면)/iu;

/**
 * Retrieves for a question, and where it is weak and leans on the conversation, once more with the terms of the last question
 * carried over; the better of the two counts. Costs nothing but a search of the index.
 */
export async function standaloneQuestion(
  retrieve: (question: string) => Promise<Retrieval>,
  { question, history }: Pick<Question, 'question' | 'history'>,
  trace: Trace,
): Promise<Retrieval & { readonly question: string }> {
  const alone = await retrieve(question);
  const carried = carriedTerms(question, history);
  if (alone.evidence.level === 'answers' || carried === '') return spelt(alone, question);
  const whole = `${question} ${carried}`;
  const together = await retrieve(whole);
  const better = together.evidence.score > alone.evidence.score;
  trace.add('follow_up', 'Follow-up', {
    detail: better ? `Searched with “${carried}”` : 'The earlier question did not help',
  });
  return better ? spelt(together, whole) : spelt(alone, question);
}

/** What was found, with the question as the site spells it: a passage is chosen by its words. */
const spelt = (found: Retrieval, question: string): Retrieval & { readonly question: string } => ({
  ...found,
  question: (found.corrections ?? []).reduce(
    (text, { typed, meant }) =>
      text.replace(/[\p{L}\p{N}]+/gu, (word) => (word.toLowerCase() === typed ? meant : word)),
    question,
  ),
});

/**
 * What a follow-up takes over: the telling words of the visitor's last question, and of the heading that was quoted for it,
 * that it does not have itself.
 */
function carriedTerms(question: string, history: Question['history']): string {
  const last = history.findLast(({ role, content }) => role === 'user' && content.trim() !== question);
  const own = new Set(contentTerms(question));
  if (!last || own.size > mostOwnTerms || (own.size > 2 && !leans.test(question.trim()))) return '';
  const said = `${last.content.slice(0, 500)} ${citedHeading(history)}`;
  const terms = contentTerms(said).filter((term) => !own.has(term));
  return [...new Set(terms)].slice(0, mostCarried).join(' ');
}

/** The heading under which the last answer quoted: "From [Title › Heading](address)". */
const citedHeading = (history: Question['history']): string => {
  const last = history.findLast(({ role }) => role === 'assistant');
  return /\[[^\]\n]{1,300} › ([^\]\n]{1,200})\]\(/.exec(last?.content.slice(0, 1000) ?? '')?.[1] ?? '';
};
