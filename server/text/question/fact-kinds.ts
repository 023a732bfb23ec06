import further from './fact-words.json' with { type: 'json' };
import { asksHowTo } from './predicates.ts';

/** A price, in figures with a currency or as free of charge. */
export const price =
  /[€$£¥￥₽₩฿]|\d\s?(?:euros?|dollars?|pounds?|cents?|pence|usd|eur|gbp|rmb|chf|yuan|yen|francs?|crowns?|million|billion)\b|\bfree\b|\bno charge\b|\b(?:for|costs?|pays?) nothing\b|[\d一二三四五六七八九十百千万]\s?(?:多|余)?(?:元|块|美元|欧元|日元|港币|人民币|万|亿)|免费|不收费|不花钱|不要钱/i;

/** A time of day. */
const timeOfDay =
  /\b\d{1,2}[:.：]\d{2}\b|\b\d{1,2}\s?(?:[ap]\.?m\b|o['’]clock|h\b|h\s?\d{2}\b|uhr\b)|\b(?:noon|midnight|sunrise|sunset|dawn|dusk)\b|[\d一二三四五六七八九十两]\s?[点時时](?!间)|中午|正午|半夜|凌晨|日出|日落/i;

/** Opening hours, or a note that the place is closed. */
export const hours = new RegExp(
  `${timeOfDay.source}|24/7|\\bclosed\\b|\\bgeschlossen\\b|\\bfermée?\\b|\\bcerrado|\\bfechado|закрыт|休息|全天|休業|定休|휴무`,
  'i',
);

/** A telephone number: with a leading plus, zero or bracket, or grouped like one; dates do not match. */
export const telephone =
  /(?:\+|(?<![\d.])\(?0)\d[\d ()/.–-]{4,}\d|\(\d{2,4}\) ?\d{3}|(?<![\d-])(?:1-)?\d{2,3}[-. ]\d{3}[-. ]\d{4}(?!\d)|(?<!\d)(?:1[3-9]\d{9}|[48]00-?\d{3}-?\d{4})(?!\d)/;

/** An e-mail address. */
export const mailbox = /[\w.+-]@[\w-]+\.\w/;

const count =
  '(?:\\d|\\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|half(?: an?)?|hundred|few|several|couple of|some|many)\\b)';

/** A duration or a length: “three days”, “20 minutes”. */
const length = new RegExp(
  `${count}[ -]?(?:to \\d+ |or \\w+ |– ?\\d+ |more |working |business |calendar )?(?:seconds?|secs?|s|minutes?|mins?|h|hours?|hrs?|days?|nights?|weeks?|months?|years?|decades?|centur(?:y|ies)|seasons?|miles?|km|m|met(?:er|re)s?|kilomet(?:er|re)s?|feet|foot|ft|inch(?:es)?|cm|mm|pages?|words?|characters?|letters?|steps?|lines?|chapters?)\\b|\\b(?:overnight|forever|indefinitely|immediately|at once|until|till|since|lifelong|permanent(?:ly)?|briefly|all (?:day|night|year))\\b|\\b(?:seconds|minutes|hours|days|weeks|months|years)\\b[^\\n.]{0,60}\\d|\\b1[5-9]\\d\\d\\b|\\b20\\d\\d\\b|(?<![\\d一二三四五六七八九十百千两几半多数])[\\d一二三四五六七八九十百千两几半多数]+\\s?(?:多|来)?(?:个|個)?(?:半)?(?:秒|分钟|分鐘|分|小时|小時|钟头|刻钟|天|日|夜|晚|周|週|星期|礼拜|月|年|季|届|米|公里|千米|厘米|里|页|字)|一(?:夜|晚|整天|辈子)|过夜|隔夜|永久|长期|终身|立即|马上|当天|次日|[至到]今`,
  'i',
);

/** A day of the week or a date. */
const day =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b|\b(?:daily|every day|weekdays?|weekends?)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\d{1,4}[./-]\d{1,2}|(?:周|週|星期|礼拜)[一二三四五六日天末]|\d\s?[日号]|每[天日周]|[初十廿]\p{sc=Han}/iu;

/** A kind of fact that questions ask for and that can be recognized by its form. */
interface FactKind {
  readonly asked: RegExp;
  readonly shown: RegExp;
}

const priceKind = kind(
  /\bhow much (?:is|are|would|will) (?:it|a|an|the|your|one)\b|\bhow much (?:do|does|did|will|would)\b.*\b(?:cost|charge|pay)\b|\bwhat (?:do|does|did|will|would)\b.*\bcost\b|\b(?:price|cost) of\b|\bwhat(?:['’]?s| is| are) the (?:price|cost|fee)s?\b|多少钱|多少錢|什么价|价格|票价|收费/,
  price,
  further.price,
);

/**
 * Kinds of facts that a passage contains or does not contain: prices, weights, heights, sizes, numbers, ages, times of day, days,
 * durations, temperatures, calories, telephone numbers, e-mail addresses and opening hours. A passage without any number of kilograms
 * cannot say how heavy something is.
 */
const kinds: readonly FactKind[] = [
  priceKind,
  kind(
    /\bhow heavy\b|\bhow much\b.*\bweighs?\b|\bwhat (?:is|was|are) the weight\b|多重|体重/,
    /\d\s?(?:kg|g|mg|lbs?|oz|t|tons?|tonnes?|pounds?|ounces?|kilos?|kilograms?|grams?|stone)\b|公斤|千克|[\d一二三四五六七八九十]\s?[克斤吨]/,
    further.weight,
  ),
  {
    asked: /\bhow tall\b|身高|多高/i,
    shown:
      /\d\s?(?:m|cm|mm|km|ft|in|inch(?:es)?|feet|foot|met(?:er|re)s?|centimet(?:er|re)s?|yards?|stor(?:ey|eys|y|ies)|floors?)\b|\d['’′]|[\d一二三四五六七八九十]\s?(?:米|厘米|公分|尺|层)/i,
  },
  kind(
    /\bhow old (?:is|are|was|were|do|does|must|should|can)\b|\b(?:minimum|maximum) age\b|\bage limit\b|多大(?:年纪|岁数|年龄|了)|几岁|年龄多大|年纪多大/,
    /\b(?:years?|months?)[- ]old\b|\bage[ds]?\b|\bborn\b|\b1[5-9]\d\d\b|\b20\d\d\b|\b(?:under|over|from|between|below|above) (?:\d{1,2}|(?:four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen))\b(?!:)|岁|出生|生于|\d{4}\s?年/,
    further.age,
  ),
  kind(/\bwhat time\b(?! of)|(?<![第好十])几点(?!建议|注意|要求)/, timeOfDay, further.time),
  kind(
    /\b(?:what|which)(?: \w+)? temperature\b|\bhow (?:hot|cold|warm)\b|\bwhat(?:['’]?s| is) the temperature\b|多少度|几度/,
    /\d\s?(?:°|º|℃|℉|degrees?\b|[CF]\b|[摄华]?氏?度)|\bgas mark\b|\b(?:room|body) temperature\b|[一二三四五六七八九十百]度|室温|常温/,
    further.temperature,
  ),
  kind(
    /\bhow long (?:do|does|did|is|are|was|were|will|would|can|could|may|should|must|before|until|after|to|have|has|had)\b|多久|多长时间|要几[天年个小]/,
    length,
    further.duration,
  ),
  kind(/\b(?:what|which) days?\b|(?<!这|那|有|改)哪[一]?天|星期几|周几/, day, further.day),
  {
    asked: /\bhow many k?calories\b|多少(?:卡路里|大卡|热量)|热量/i,
    shown: /\bk?cal(?:orie)?s?\b|\bkj\b|千焦|大卡|卡路里|\d\s?卡/i,
  },
  {
    asked:
      /\b(?:telephone|(?:mobile )?phone|mobile|fax) numbers?\b|\b(?:telefon|handy|ruf)nummer\b|\bnum[ée]ro de t[ée]l[ée]phone\b|\bn[úu]mero de (?:tel[ée]fono|telefone)\b|номер телефона|电话(?:号码)?(?:是|多少|几号)|电话[？?]?$|手机号|電話番号|전화번호/i,
    shown: telephone,
  },
  {
    asked:
      /\be-?mail(?: |-)address(?:es)?\b|\be-?mail-adresse|\badresse e-?mail\b|\bcorreo electr[óo]nico\b|электронн\S* (?:почт|адрес)|邮箱(?:地址)?(?:是|多少|$)|メールアドレス|이메일 ?주소/i,
    shown: mailbox,
  },
  {
    asked:
      /\b(?:opening|business|office|open) (?:hours|times)\b|öffnungszeit|\bheures d['’]ouverture\b|\bhorarios? de (?:apertura|funcionamento|atendimento)\b|часы работы|营业时间|开放时间|營業時間|営業時間|영업 ?시간/i,
    shown: hours,
  },
];

/** Words of further languages: whole words of languages with blanks between words, and those of Japanese and Korean, matched anywhere. */
interface FactWords {
  readonly asked: readonly string[];
  readonly shown: readonly string[];
  readonly askedDense: string;
  readonly shownDense: string;
}

/** Adds the words of further languages to a kind. */
function kind(asked: RegExp, shown: RegExp, words: FactWords): FactKind {
  return {
    asked: either(asked, words.asked, words.askedDense),
    shown: either(shown, words.shown, words.shownDense),
  };
}

function either(own: RegExp, spaced: readonly string[], dense: string): RegExp {
  const { amount, numerals } = further;
  const words = spaced.join('|').replaceAll('{amount}', amount).replaceAll('{numerals}', numerals);
  return new RegExp(`${own.source}|(?<![\\p{L}\\p{N}])(?:${words})(?!\\p{L})|${dense}`, 'iu');
}

/** True for a question about the price of something. */
const asksPrice = (question: string): boolean => priceKind.asked.test(question) && !asksHowTo(question);

/** Patterns that an answer to the question must match; empty for most questions. */
export const factsAsked = (question: string): readonly RegExp[] =>
  kinds
    .filter((one) => (one === priceKind ? asksPrice(question) : one.asked.test(question)))
    .map(({ shown }) => shown);

/** The words of a question that ask for such a fact; `''` for most questions. */
export const factWords = (question: string): string =>
  kinds.map(({ asked }) => asked.exec(question)?.[0] ?? '').find((words) => words !== '') ?? '';

/** A number in digits or words. */
const number =
  /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen|single|both|none|several|unlimited|half)(?!\p{L})|[一二三四五六七八九十百千万两]+\s?(?:多|余)?\p{sc=Han}/u;

/** Questions about amounts and sizes: a passage with a number may answer them, one without a number cannot. */
const numberKinds: readonly FactKind[] = [
  kind(
    /\bhow many\b(?! k?calories)|有几[个位名间台本门节种]|[有共]多少(?:个|位|名|间|台|本|门|节|种|人)/,
    number,
    further.count,
  ),
  kind(
    /\bhow (?:big|large|wide|deep|thick|fast|loud) (?:is|are|was|were|can|may|will)\b|\bhow far (?:is|are)\b|多宽|多远|多快/,
    number,
    further.size,
  ),
];

/** The pattern of a number, if the question asks for one. */
export const numberAsked = (question: string): RegExp | undefined =>
  numberKinds.find(({ asked }) => asked.test(question))?.shown;
