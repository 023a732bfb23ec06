import type { WordTable } from '../../server/text/word-vectors/word-table.ts';
import { cosine } from '../../server/text/word-vectors/word-table.ts';
import { foldText, isCommonWord, isStopWord, stem, words } from '../../server/text/text.ts';
import type { Site } from './curated-sites.ts';

/** A question in the words of one that an answer is for, but about another thing. */
export interface Exchange {
  readonly subject: string;
  readonly text: string;
  readonly kind: 'word' | 'number' | 'list' | 'opposite' | 'asked';
}

/**
 * Questions that differ from the known ones of a site in one place: a word for another thing, a number, a weekday, a month, a place, an
 * opposite, or what is asked for. What is put in stands nowhere in the answer, its questions and their other wordings.
 */
export function exchangesOf(site: Site, table: WordTable): Exchange[] {
  const pool = new Map<string, Float32Array>();
  for (const { entry } of site.topics)
    for (const word of entry.questions.flatMap(words)) if (isThing(word)) pool.set(word, table.embed(word));
  return site.topics.flatMap(({ entry, wordings, subject }, place) => {
    const about = [
      entry.answer,
      ...site.topics.flatMap((one) =>
        one.subject === subject ? [...one.entry.questions, ...one.wordings] : [],
      ),
    ];
    const told = foldText(about.join(' '));
    const stems = new Set(words(told).map((word) => stem(word)));
    const isNew = (word: string) => !stems.has(stem(word)) && !(isDense(word) && told.includes(word));
    return [...entry.questions, ...wordings].flatMap((text, nth) => {
      const made = [
        swapWord(text, { pool, isNew, table, turn: place + nth }),
        swapWord(text, { pool, isNew, table, turn: place + nth + 1 }),
        swapNumber(text, isNew),
        swapOfList(text, isNew, place + nth),
        swapOfPairs(text, opposites, 'opposite', isNew),
        swapOfPairs(text, askedFor, 'asked', isNew),
      ];
      return [
        ...new Map(made.flatMap((one) => (one ? [[one.text, { ...one, subject }] as const] : []))).values(),
      ];
    });
  });
}

type Made = Omit<Exchange, 'subject'> | undefined;
type IsNew = (word: string) => boolean;

const isDense = (word: string) => /\p{sc=Han}/u.test(word);
const isThing = (word: string) =>
  !isStopWord(word) && !isCommonWord(word) && !/\d/.test(word) && word.length >= (isDense(word) ? 2 : 3);
/** Words with the same ending fill the same place of a sentence. */
const endingOf = (word: string) =>
  isDense(word) ? 'dense' : (/(?:ing|ed|s|ly)$/.exec(word)?.[0] ?? 'latin');

/** Likeness from which on a word may be another name of the same. */
const mostAlike = 0.35;

function swapWord(
  text: string,
  {
    pool,
    isNew,
    table,
    turn,
  }: { pool: ReadonlyMap<string, Float32Array>; isNew: IsNew; table: WordTable; turn: number },
): Made {
  const own = words(text).filter((word) => isThing(word) && placeOf(text, word));
  const word = own[turn % Math.max(1, own.length)];
  if (word === undefined) return undefined;
  const vector = table.embed(word);
  const [other] = [...pool]
    .map(([one, its]) => ({ one, like: cosine(vector, its) }))
    .filter(({ one, like }) => like < mostAlike && like > 0 && endingOf(one) === endingOf(word) && isNew(one))
    .toSorted((a, b) => b.like - a.like);
  return other && { kind: 'word', text: put(text, word, other.one) };
}

function swapNumber(text: string, isNew: IsNew): Made {
  const number = /(?<![\p{L}\d.])\d+(?![\p{L}\d])/u.exec(text)?.[0];
  if (number === undefined) return undefined;
  const other = String(number.length === 4 ? Number(number) - 7 : Number(number) * 3 + 2);
  return isNew(other) ? { kind: 'number', text: text.replace(number, other) } : undefined;
}

function swapOfList(text: string, isNew: IsNew, turn: number): Made {
  for (const list of lists) {
    const own = list.find((word) => placeOf(text, word));
    const others = list.filter((word) => word !== own && isNew(word));
    const other = others[(turn * 7) % Math.max(1, others.length)];
    if (own !== undefined && other !== undefined) return { kind: 'list', text: put(text, own, other) };
  }
  return undefined;
}

function swapOfPairs(
  text: string,
  pairs: readonly (readonly [string, string])[],
  kind: Exchange['kind'],
  isNew: IsNew,
): Made {
  for (const [one, other] of pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]))
    if (placeOf(text, one) && other.split(' ').some(isNew)) return { kind, text: put(text, one, other) };
  return undefined;
}

const placeOf = (text: string, word: string): RegExpExecArray | null =>
  (isDense(word)
    ? new RegExp(word, 'u')
    : new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(word)}(?![\\p{L}\\d])`, 'iu')
  ).exec(text);

function put(text: string, word: string, other: string): string {
  const found = placeOf(text, word);
  if (!found) return text;
  const isUpper = /^\p{Lu}/u.test(found[0]) && found.index === 0;
  const put = isUpper ? other.charAt(0).toUpperCase() + other.slice(1) : other;
  return text.slice(0, found.index) + put + text.slice(found.index + found[0].length);
}

const listsOf = (...texts: readonly string[]) => texts.map((text) => text.split(' '));
const lists = listsOf(
  'monday tuesday wednesday thursday friday saturday sunday',
  '周一 周二 周三 周四 周五 周六 周日',
  'january february march april june july august september october november december',
  '一月 三月 四月 五月 六月 八月 九月',
  'germany poland france spain italy china japan canada brazil india mexico europe africa',
  '中国 日本 德国 法国 美国 印度 巴西 韩国',
  'chicago boston seattle denver paris london berlin tokyo vienna dublin',
  '北京 上海 东京 巴黎 伦敦 纽约',
  'windows linux macos android ios freebsd',
  'breakfast lunch dinner supper',
  'dog cat horse rabbit parrot',
  'car train plane bus boat bike',
  '鸡肉 猪肉 羊肉 鸭肉 鱼肉',
  '高压锅 微波炉 空气炸锅 烤箱 电饭煲 砂锅',
  'mysql oracle postgresql mongodb redis sqlite',
  'children women men seniors teenagers students teachers',
  'slack teams zoom outlook github figma',
  '儿童 老人 学生 孕妇 教师',
);

const pairsOf = (text: string) =>
  text.split(', ').map((pair) => pair.split('/') as unknown as readonly [string, string]);
const opposites = pairsOf(
  'with/without, open/closed, import/export, install/uninstall, add/remove, turn off/turn on, buy/sell, start/stop, ' +
    'upload/download, increase/reduce, oldest/newest, lowest/highest, allow/forbid, enable/disable, connect/disconnect, lock/unlock, ' +
    'first/last, arriving/departing, hide/show, cold/hot, easy/difficult, maximum/minimum, longest/shortest, ' +
    'outside/inside, encrypted/readable, publish/withdraw, backup/cleanup, cheap/expensive',
);
opposites.push(
  ...pairsOf(
    '取消订阅/订阅, 打开/关闭, 导入/导出, 安装/卸载, 增加/减少, 上传/下载, 开始/结束, 之前/之后, 启用/禁用, 连接/断开, 最多/最少, 最长/最短, 冷冻/加热, ' +
      '冷水/热水, 加入/退出, 借/卖, 显示/隐藏, 公开/保密, 最高/最低, 加密/解密, 缩小/放大, 买/卖, 洗/晾, 升级/降级, 变大/变小',
  ),
);
/** What is asked about the same thing. */
const askedFor = pairsOf(
  'how long does/how much does, how far/how fast, how often do/where do, where can/when can, when will/where will, who pays/why pays, 多久/多少钱, 哪里/什么时候, 多长/多重, 为什么/什么时候',
);
