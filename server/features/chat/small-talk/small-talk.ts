import { withoutEnd } from '../../../kit/scan/edges.ts';
import { isStopWord } from '../../../text/text.ts';
import { smallTalkPhrases, smallTalkTopics, type SmallTalkTopic } from './phrases.ts';

export interface SmallTalk {
  readonly topic: SmallTalkTopic;
  /** Language tag of the utterance, `''` for signs and digits alone. */
  readonly language: string;
}

/** Longer utterances are questions. */
const longest = 80;

/**
 * The small talk that a whole utterance consists of: a phrase of the tables, with polite words or another phrase beside
 * it ("Hi, thanks!"). `undefined` for a question that merely begins with a greeting.
 */
export function smallTalkOf(utterance: string): SmallTalk | undefined {
  if (utterance.length > longest) return undefined;
  const text = normalized(utterance);
  if (text === '') return { topic: topicOfSigns(utterance), language: '' };
  const known = phrases.get(text);
  if (known) return known;
  if (A_DIGIT_OR_TWO.test(text)) return { topic: 'help', language: '' };
  return split(text);
}

/** A question without a greeting before it, thanks behind it and a command to search: what is looked for remains. */
export function subjectOf(utterance: string): string {
  const asked = withoutThanks(withoutGreeting(utterance));
  if (!COMMAND.test(asked)) return asked;
  const rest = asked.replace(COMMAND, '').replace(OF_ARTICLES, '').trim();
  return (rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1 ? rest : asked;
}

/** "Search for Redis", 帮我找一下迁移的文章: the words of the command are in other articles. 搜索功能 is a subject, however. */
const COMMAND = new RegExp(
  [
    /^(?:please |can you |could you )?(?:search for|look for|look up|show me|find(?: me)? (?:articles|posts) (?:about|on)|(?:articles|posts) (?:about|on)) +/,
    /^(?:请|请你|麻烦)?(?:(?:帮我|给我)(?:搜索|搜|查|找|看)|(?:我想|我要)(?:搜索|搜|查|找))(?:一下|[查找看])?(?:关于)?\s*/,
    /^(?:搜索|搜|查找|查询|查|找)[\s:：]+(?:关于)?/,
    /^(?:搜|查|找)一下(?:关于)?\s*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
);
const OF_ARTICLES = /(?<!\s)\s*(?:的|相关的?)(?:文章|帖子|内容|资料)$/u;

/**
 * A question without the greeting or polite words that it begins with ("Hi, how do I …", 你好，成都有什么…), which are no words to search
 * for. A greeting without a sign behind it counts only before a word that begins a question ("hello world" stays).
 */
function withoutGreeting(question: string): string {
  for (let length = Math.min(question.length, longest); length > 0; length--) {
    const rest = question.slice(length);
    const isEnd = endsWord(question, length) || /^[\p{P}\s]/u.test(rest);
    if (!isEnd || /^[-'’]/.test(rest)) continue;
    const known = phrases.get(normalized(question.slice(0, length)));
    if (known?.topic !== 'greeting') continue;
    const asked = rest.replace(/^[\p{P}\p{S}\s]+/u, '');
    const isApart = /^\s*[,，!！.。~～…—]/u.test(rest) || /^\p{sc=Han}/u.test(asked);
    const opens = isStopWord(/^\p{L}+/u.exec(asked)?.[0].toLowerCase() ?? '');
    return (asked.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1 && (isApart || opens) ? asked : question;
  }
  return question;
}

/** A question without the thanks behind its last sign (“… my password? Thanks!”, 怎么修改密码，谢谢), which are no words to search for. */
function withoutThanks(question: string): string {
  const said = withoutEnd(question, /[\p{P}\p{S}\s]/u);
  const start = Math.max(...Array.from(',，;；.。!！?？…', (sign) => said.lastIndexOf(sign))) + 1;
  const asked = withoutEnd(said.slice(0, start), /[,，;；\s]/u);
  const isAsked = (asked.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1;
  return isAsked && smallTalkOf(said.slice(start))?.topic === 'thanks' ? asked : question;
}

const A_DIGIT_OR_TWO = /^\p{N}{1,2}$/u;

/** A waving hand is a greeting, folded or raised hands are thanks; a lone question mark asks for help. */
const topicOfSigns = (signs: string): SmallTalkTopic => {
  if (signs.includes('👋')) return 'greeting';
  return /[🙏👍👌❤💖😊🎉]/u.test(signs) ? 'thanks' : 'help';
};

/** Lower-case letters and digits with single blanks, without punctuation, emoji and repeated letters; accents stay. */
const normalized = (utterance: string): string =>
  utterance
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .trim();

/**
 * Splits an utterance into phrases and polite words; `undefined` when anything else is left. The topic with the highest
 * weight counts.
 */
function split(text: string): SmallTalk | undefined {
  const found: SmallTalk[] = [];
  let rest = text;
  for (let steps = 0; rest !== '' && steps < 6; steps++) {
    const next = longestStart(rest);
    if (next === undefined) return undefined;
    if (next.talk) found.push(next.talk);
    rest = rest.slice(next.length).trimStart();
  }
  if (rest !== '') return undefined;
  return found.toSorted((a, b) => weight(b.topic) - weight(a.topic))[0];
}

function longestStart(text: string): { readonly talk?: SmallTalk; readonly length: number } | undefined {
  for (let length = Math.min(text.length, longest); length > 0; length--) {
    if (!endsWord(text, length)) continue;
    const part = text.slice(0, length).trimEnd();
    const talk = phrases.get(part);
    if (talk) return { talk, length };
    if (courtesies.has(part)) return { length };
  }
  return undefined;
}

/** In scripts without blanks a phrase may end anywhere. */
const endsWord = (text: string, at: number): boolean =>
  at === text.length ||
  text[at] === ' ' ||
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u.test(text.charAt(at - 1));

/** A wish for a person outweighs everything beside it, and a question about the assistant a greeting before it. */
const weight = (topic: SmallTalkTopic) => byWeight.indexOf(topic);
const byWeight: readonly SmallTalkTopic[] = [
  'greeting',
  'goodbye',
  'thanks',
  'help',
  'site',
  'about',
  'contact',
];

/** A phrase of several languages belongs to the first table that lists it. */
const phrases: ReadonlyMap<string, SmallTalk> = new Map(
  smallTalkPhrases
    .flatMap(({ language, phrases: byTopic }) =>
      smallTalkTopics.flatMap((topic) =>
        (byTopic[topic] ?? []).map((phrase): [string, SmallTalk] => [
          normalized(phrase),
          { topic, language },
        ]),
      ),
    )
    .toReversed(),
);

const courtesies: ReadonlySet<string> = new Set(
  smallTalkPhrases.flatMap((table) => table.courtesies.map(normalized)),
);
