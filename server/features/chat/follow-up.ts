import { explained } from '../../kit/explained.ts';
import type { Trace } from '../../kit/trace.ts';
import { factsAsked, factWords } from '../../text/question/fact-kinds.ts';
import { withoutGrammar } from '../../text/word-lists/grammar-words.ts';
import { contentTerms, isCommonWord, isStopWord, stem, words } from '../../text/text.ts';
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

/** A few words that go on with the last question, whatever they find alone: "and per day?", “那每天呢？”, “恢复呢”. */
const goesOn =
  /^(?:and|or|but|what about|how about|et|und|oder|y|e|и|а)\b(?!\s+(?:what|who|when|where|why|how)\b)|^(?:那|那么|还有).*呢[？?]?$|^[^怎什哪几多谁为何吗么]{1,8}呢[？?]?$/iu;
const mostGoingOn = 3;

/** Question words: no content words, they say what an answer has to hold. */
const asks =
  /\bhow (?:much|many|long|often|far|old|big)\b|\b(?:when|where|why|who)\b|多少钱?|几[点个次天年]|多久|什么时候|哪里|为什么|谁/iu;

/** Words that stand for what was spoken of. */
const pronouns = /\b(?:it|its|they|them|their)\b|它|其(?![他它实中])/iu;

/**
 * Retrieves for a question. When the evidence is weak and the question is a follow-up, it plainly goes on with the last
 * question, or the article that was just quoted speaks of it too, retrieves again with terms of the last question, and returns the better
 * result. Costs only a search of the index.
 */
export async function standaloneQuestion(
  retrieve: (question: string) => Promise<Retrieval>,
  {
    question,
    history,
    language = 'en',
  }: Pick<Question, 'question' | 'history'> & { readonly language?: string },
  trace: Trace,
): Promise<Retrieval & { readonly question: string }> {
  const alone = await retrieve(question);
  const { asked, terms } = carriedTerms(question, history);
  if (terms === '') return spelt(alone, question);
  const carried = `${asked} ${terms}`.trim();
  const whole = `${question} ${carried}`;
  const together = await retrieve(whole);
  const chosen = choose({ question, history, language }, alone, together);
  trace.add('follow_up', 'Follow-up', {
    detail: chosen.startsWith('together')
      ? explained('trace_searched', { question: carried })
      : explained('trace_no_follow_up'),
  });
  if (chosen === 'alone') return spelt(alone, question);
  if (chosen === 'another section') return spelt(alone, `${question} ${asked}`.trim());
  return spelt(chosen === 'together, same article' ? ofFirstArticle(together) : together, whole);
}

/** True for a question whose words lean on the conversation: “And per day?”, “How do I install it?”. */
export const leansOnHistory = (question: string, history: Question['history']): boolean =>
  leans.test(question.trim()) && carriedTerms(question, history).terms !== '';

/** True for a question that is searched by its own words alone, whatever was said before. */
export const standsAlone = (question: string, history: Question['history']): boolean =>
  carriedTerms(question, history).terms === '';

type Choice = 'alone' | 'another section' | 'together' | 'together, same article';

/** Chooses the search for a follow-up: by its own words alone, or together with those of the last question. */
function choose(
  { question, history, language }: Pick<Question, 'question' | 'history'> & { readonly language: string },
  alone: Retrieval,
  together: Retrieval,
): Choice {
  const own = contentTerms(withoutGrammar(question, language));
  const isContinued = goesOn.test(question.trim()) && own.length <= mostGoingOn;
  const [isAnswered, isAnsweredTogether] = [alone, together].map(
    ({ evidence }) => evidence.level === 'answers',
  );
  const cited = citedPath(history);
  const isOnCited = ({ passages }: Retrieval) => cited !== '' && passages[0]?.url === cited;
  const said = alone.translation?.text ?? question;
  if (isAnswered && isContinued) {
    // "And the castle?" names another section of the article that was quoted.
    if (isOnCited(alone) && isOnCited(together)) return 'another section';
    return isAnsweredTogether ? 'together' : 'alone';
  }
  if (isAnswered) {
    const stays =
      isAnsweredTogether && isOnCited(together) && speaksOf(together, said) && showsFacts(together, said);
    return stays ? 'together, same article' : 'alone';
  }
  if (isContinued && isAnsweredTogether) return 'together';
  // The words of the last question raise any score: what names another subject ("The capital of France?") stands for itself.
  const isMeant =
    leans.test(question.trim()) || tellingTerms(question).length === 0 || speaksOf(together, said);
  return isMeant && together.evidence.score > alone.evidence.score ? 'together' : 'alone';
}

/** Only the first article's passages are quoted; the others become places to look at. */
function ofFirstArticle(found: Retrieval): Retrieval {
  const [first] = found.passages;
  const isOwn = ({ articleId }: { articleId: string }) => articleId === first?.articleId;
  const others = found.passages.filter((passage) => !isOwn(passage));
  return { ...found, passages: found.passages.filter(isOwn), further: [...others, ...(found.further ?? [])] };
}

/** True unless a question asks for a fact, such as a price, of which the first article that was found shows none: it is a new question. */
function showsFacts(found: Retrieval, question: string): boolean {
  const texts = ofFirstArticle(found).passages.map(({ text }) => text);
  return factsAsked(question).every((shown) => texts.some((text) => shown.test(text)));
}

/** True when the first article that was found speaks of what a question of a few words names, or the question does so by a pronoun. */
function speaksOf({ passages, further = [] }: Retrieval, question: string): boolean {
  if (pronouns.test(question)) return true;
  const own = [...passages, ...further].filter(({ articleId }) => articleId === passages[0]?.articleId);
  const said = new Set(
    own.flatMap(({ title, headingPath, text }) => contentTerms([title, ...headingPath, text].join('\n'))),
  );
  const named = tellingTerms(question);
  return named.length > 0 && named.every((term) => said.has(term));
}

/** The content words of a question: neither everyday words nor question words. */
const tellingTerms = (question: string): string[] =>
  contentTerms(question.replace(asks, ' ')).filter((term) => !isCommonWord(term));

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
 * Terms for a follow-up: how the last question asked, unless this one asks, and content words of the visitor's last question and of the heading quoted for it that the
 * follow-up lacks.
 */
function carriedTerms(
  question: string,
  history: Question['history'],
): { readonly asked: string; readonly terms: string } {
  const nothing = { asked: '', terms: '' };
  const last = history.findLast(({ role, content }) => role === 'user' && content.trim() !== question);
  const own = new Set(contentTerms(question));
  if (!last || own.size > mostOwnTerms || (own.size > 2 && !leans.test(question.trim()))) return nothing;
  const said = `${last.content.slice(0, 500)} ${citedHeading(history)}`;
  // As they were written, since a dictionary knows no stems.
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
