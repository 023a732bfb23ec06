import { asksPrice } from './fact-kinds.ts';

/**
 * Kinds of question whose answers have typical patterns. Other passages may match them too, so a match raises a
 * passage and excludes none. Required patterns are in `fact-kinds.ts`.
 */
const kinds: readonly { readonly asked: RegExp; readonly sign: RegExp }[] = [
  {
    asked:
      /how (many|much|long|often|far|old|tall|large|big|high|deep|fast|soon)|(what|which) (percent|number|amount|age|temperature|size|limit)|多少|几[个位名次种年月天人部张只岁度分小]|多[大长久高远重深宽快]|第几/i,
    sign: /\d|[一二三四五六七八九十百千万两半][个位名次种年月天人部张只米公元分度小%]|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|million|billion|half|dozen|once|twice|every|daily|weekly)\b/i,
  },
  {
    asked:
      /\bwhen\b|\bwann\b|\bquand\b|cu[áa]ndo|\bquando\b|\bwanneer\b|когда|いつ|언제|(what|which) (year|day|date|time|month|decade|century)|何时|什么时[候间]|哪一?[年天月日]|哪个(世纪|年代|月)|几[点月年]/i,
    sign: /\d{3,4}|\d\s*(年|月|日|时|点|世纪|am|pm|:)|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|世纪|年代|[一二三四五六七八九十][年月日]|\d(st|nd|rd|th)\b|januar|februar|märz|\bmai\b|\bjun[iy]|\bjul[iy]|oktober|dezember|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|janvier|février|\bmars\b|avril|\bjuin\b|juillet|\baoût\b|septembre|octobre|novembre|décembre|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|\benero|febrero|marzo|\babril\b|\bmayo\b|agosto|septiembre|octubre|noviembre|diciembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|lunedì|martedì|mercoledì|giovedì|venerdì|январ|феврал|марта|апрел|\bма[йя]|июн|июл|август|сентябр|октябр|ноябр|декабр|понедельник|вторник|сред[ауы]|четверг|пятниц|суббот|воскресень/i,
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

/** Patterns typical of the answers to a question. */
export const signsAsked = (question: string): readonly RegExp[] =>
  kinds.filter(({ asked }) => asked.test(question)).map(({ sign }) => sign);

const person =
  /\bwho(?:['’]?s| is| are| was| were)\b|\bwer (?:ist|sind|war)\b|\bqui (?:est|sont)\b|\bqui[ée]n(?:es)? (?:es|son)\b|\bquem (?:é|são)(?=\s)|(?<!\p{L})кто(?!\p{L})/iu;
const personName = /\p{Lu}\p{Ll}[\p{L}'’-]{0,40} \p{Lu}\p{L}[\p{L}'’-]+/u;

/** A pattern of names where a question asks who somebody is. */
export const nameAsked = (question: string): RegExp | undefined =>
  person.test(question) ? personName : undefined;

/** The kind of list that answers a question. */
export interface ListAsked {
  /** Headings of sections that hold such a list. */
  readonly heading: RegExp;
  /** The items of such a list under any heading, where they have a form of their own. */
  readonly item?: RegExp;
}

const lists: readonly (ListAsked & { readonly asked: RegExp })[] = [
  {
    asked:
      /\bwhat (?:else )?(?:do|will|would|should) (?:i|you|we) (?:need|bring|have to bring)\b|\bwhat(?:['’]s| is) needed\b|\bwhat to bring\b|\bingredients?\b|\b(?:what|which) (?:tools|materials|equipment)\b|\bwas (?:brauche|benötige) ich\b|\bzutaten\b|\bingr[ée]dients?\b|\bde quoi (?:ai-je|j['’]ai) besoin\b|\bingredientes\b|\bqu[ée] necesito\b|\bdo que preciso\b|ингредиент|что нужно|[需要]要?(?:准备)?(?:什么|哪些)|准备什么|材料|配料|食材|必要なもの|재료|준비물/i,
    heading:
      /\bingredients?\b|\byou(?:['’]ll| will)? need\b|\bneeded\b|\bto bring\b|\bmaterials?\b|\btools\b|\bequipment\b|\brequirements?\b|\bprerequisites?\b|zutaten|brauchen|voraussetzung|ingr[ée]dients|mat[ée]riel|ingredientes|necesita|materiales|materiais|ингредиент|понадобится|материал|材料|配料|原料|食材|用料|准备|必备|需要|準備|재료|준비물/i,
  },
  {
    asked:
      /\bhow (?:do|to|can|should|would|does)\b|\bsteps?\b|\b(?:what|which)\b.{0,40}\b(?:steps|things|items|options|ways)\b|\bwie (?:kann|mache|geht|bekomme|wird|werde)\b|\bcomment\b|\bc[óo]mo (?:se|puedo|hago|hacer)\b|\bcomo (?:faço|fazer|posso)\b|(?:^|\s)как\s|怎么(?!样|回事)|怎样|如何|步骤|做法|方法|流程|哪[几些]|有什么|作り方|方法|どうやって|어떻게/i,
    heading:
      /操作|步骤|做法|方法|流程|如何|怎[么样]|安装|使用|\bsteps?\b|\bhow\b|\bmethod\b|\bdirections\b|instruction|procedure|usage|install|set ?up|getting started|anleitung|schritt|zubereitung|pr[ée]paration|[ée]tapes|pasos|preparaci[óo]n|modo de prepar|passos|шаги|приготовлени|手順|作り方|단계|만드는/i,
    item: /^\s*\d{1,3}[.)、]/,
  },
];

/** Headings under which a kind of question is answered: prices, and dates and times. */
const headings: readonly { readonly asked: (question: string) => boolean; readonly heading: RegExp }[] = [
  {
    asked: asksPrice,
    heading:
      /\b(?:prices?|pricing|costs?|fees?|rates?|fares?|charges)\b|\bpreise?\b|kosten|gebühr|\btarife?\b|\bprix\b|\btarifs?\b|\bprecios?\b|\btarifas?\b|\bpreços?\b|\bprezz[io]\b|\btariffe\b|\bprijzen\b|цен[аы]|стоимость|价格|价钱|费用|收费|票价|料金|価格|値段|가격|요금/iu,
  },
  {
    asked: (question) =>
      /\bwhen\b|\bwann\b|\bquand\b|cu[áa]ndo|\bquando\b|\bwanneer\b|когда|什么时[候间]|何时|几号|いつ|언제/iu.test(
        question,
      ),
    heading:
      /\b(?:dates?|schedules?|timetables?|calendar|times|hours)\b|termine?\b|zeiten|zeitplan|fahrplan|calendrier|horaires?|\bfechas?\b|calendario|horarios?|\bdatas?\b|\bdata\b|\borari\b|\bdata\b|tijden|даты|расписание|时间|日期|日程|班次|日時|일정|시간/iu,
  },
];

/** Headings under which a question is answered, whatever words the text below them uses; `undefined` for other questions. */
export const headingsAsked = (question: string): RegExp | undefined =>
  headings.find(({ asked }) => asked(question))?.heading;

/** The list that a question asks for: what is needed, or steps; `undefined` for other questions. */
export const listAsked = (question: string): ListAsked | undefined =>
  lists.find(({ asked }) => asked.test(question));
