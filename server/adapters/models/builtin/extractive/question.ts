import { factsAsked } from '../../../../text/question/fact-kinds.ts';
import { namesIn } from '../../../../text/question/names.ts';
import { isCommonWord, stem, words } from '../../../../text/text.ts';
import { subjectTerms } from '../terms.ts';

/** Terms of a question and the kinds of answer it asks for. */
export interface Question {
  readonly terms: readonly string[];
  /** Those of its terms that are everyday words, which name something but seldom the subject. */
  readonly everyday: ReadonlySet<string>;
  /** Patterns typical of answers of these kinds. */
  readonly signs: readonly RegExp[];
  /** What an answer has to show, see `factsAsked`. */
  readonly facts: readonly RegExp[];
  /** True when it asks for a procedure or an enumeration, which a whole list answers. */
  readonly wantsList: boolean;
}

export const readQuestion = (text: string): Question => ({
  terms: [...new Set([...subjectTerms(text), ...namesIn(text)])],
  everyday: everydayOf(text),
  signs: KINDS.filter(({ asked }) => asked.test(text)).map(({ sign }) => sign),
  facts: factsAsked(text),
  wantsList: WANTS_LIST.test(text),
});

function everydayOf(text: string): ReadonlySet<string> {
  const names = namesIn(text);
  return new Set(
    words(text)
      .filter((word) => isCommonWord(word) && !names.has(word))
      .map(stem),
  );
}

const WANTS_LIST =
  /\bhow (do|to|can|should|would|does)\b|\bsteps?\b|\b(what|which)\b.{0,40}\b(ingredients|steps|things|items|options|tools|materials|requirements|ways)\b|怎么(?!样|回事)|怎样|如何|步骤|做法|方法|流程|哪[几些]|[需要]要?(什么|哪些)|有什么/i;

/** Kinds of question: a pattern of the question, and one typical of its answers. */
const KINDS: readonly { readonly asked: RegExp; readonly sign: RegExp }[] = [
  {
    asked:
      /how (many|much|long|often|far|old|tall|large|big|high|deep|fast|soon)|(what|which) (percent|number|amount|age|temperature|size|limit)|多少|几[个位名次种年月天人部张只岁度分小]|多[大长久高远重深宽快]|第几/i,
    sign: /\d|[一二三四五六七八九十百千万两半]+[个位名次种年月天人部张只米公元分度小%]|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|half|dozen|once|twice|every|daily|weekly)\b/i,
  },
  {
    asked:
      /\bwhen\b|(what|which) (year|day|date|time|month|decade|century)|何时|什么时[候间]|哪一?[年天月日]|哪个(世纪|年代|月)|几[点月年]/i,
    sign: /\d{3,4}|\d+\s*(年|月|日|时|点|世纪|am|pm|:)|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|世纪|年代|[一二三四五六七八九十]+[年月日]|\d(st|nd|rd|th)\b/i,
  },
  {
    asked: /\bwhy\b|\breason|\bcauses?d?\b|为什么|为何|为啥|原因|何以/i,
    sign: /because|due to|\bsince\b|therefore|so that|as a result|in order to|caused|led to|reason|由于|因为|因此|为了|所以|导致|原因|因|以免|避免|防止/i,
  },
  {
    asked:
      /\bwhere\b|(what|which) (city|country|state|place|town|county|region)|哪里|哪儿|何处|何地|什么地方|哪个?(国家|城市|省|地|县|市|区|国|州)|位于/i,
    sign: /\b(in|at|near|on|from|to|of) (the )?[A-Z]|位于|[在于]|[省市县国区州]/,
  },
  {
    asked: /\b(called|named|name|term|mean)\b|叫什么|称[为作]|名[字称]|什么意思|含义/i,
    sign: /[“"「《『']|called|named|known as|refers? to|[称叫名即]/,
  },
  {
    asked: /哪[几些]|有什么|包括|\b(which|what)\b.{0,20}\b\w+s\b.*\?/i,
    sign: /、.+、|, .+,| and |和|以及|包括|include/i,
  },
];
