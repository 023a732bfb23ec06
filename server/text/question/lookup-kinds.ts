import { factWords, hours, mailbox, price, telephone } from './fact-kinds.ts';
import { asksHowTo } from './predicates.ts';
import { foldText, isStopWord, words } from '../text.ts';

/**
 * A detail that a visitor looks up: how to reach the site, where it is, when it is open, what it costs. Such a question
 * ("phone number", “多少钱”) shares hardly a word with the passage that answers it ("Call us on …"), so the passage is
 * found by patterns of the detail itself.
 */
export interface LookUp {
  /** Patterns of the detail; the first one that matches any passage is used. */
  readonly shown: readonly RegExp[];
  /** Words that occur near such details, in the ten languages of answers. */
  readonly words: readonly string[];
  /** Further words of the question, folded: "treasurer" of "treasurer email". */
  readonly rest: readonly string[];
  /** Words that ask for the fact by name, see `factsAsked`; they make the quotation contain it. */
  readonly fact?: { readonly dense: string; readonly spaced: string };
  /** True when several passages may be meant, such as prices of different things. */
  readonly isMany?: boolean;
}

interface LookUpKind extends Omit<LookUp, 'rest' | 'words'> {
  /** Words that ask for the detail, folded. */
  readonly asked: ReadonlySet<string>;
  readonly fillerWords: ReadonlySet<string>;
  readonly words: readonly string[];
  /** True when the question may name whose detail it is. */
  readonly mayNamePerson?: boolean;
  /** True when the visitor wants to talk to a human; "cut out a person" does not match. */
  readonly asksForHuman?: boolean;
  /** True for prices: “How do I see the costs?” is not a look-up, and "How much …?" may name the thing. */
  readonly isPrice?: boolean;
}

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** A street with a number, or a postal code with a town. */
const street =
  /\p{Lu}[\p{L}'’.-]{1,40} \d{1,4}[a-z]?(?=[\s,.;|)]|$)|\b\d{1,4}[a-z]? (?:\p{Lu}[\p{L}'’.-]{1,40} ){1,6}(?:street|st|road|rd|lane|avenue|ave|square|way|drive)\b|\b\d{1,4},? (?:rue|avenue|place|boulevard|quai) |\b\d{4,6} \p{Lu}\p{L}|\p{sc=Han}(?:路|街|巷|大道)\s?\d+\s?号|〒\d|\d丁目|[로길] ?\d+/iu;

const kinds: readonly LookUpKind[] = [
  {
    shown: [telephone],
    asked: new Set(
      list(`phone telephone tel mobile landline hotline call fax telefon telefonnummer handynummer rufnummer anrufen téléphone
        appeler teléfono llamar telefone ligar телефон позвонить telefono chiamare
        telefoonnummer bellen 电话 手机号 联系电话 電話 電話番号 전화 전화번호 전화번`),
    ),
    fillerWords: new Set(list('number numbers nummer numéro número numero номер 号码 号 番号 번호')),
    words:
      list(`phone telephone tel call ring mobile contact telefon anrufen kontakt téléphone appeler teléfono llamar contacto
      telefone ligar telefono chiamare bellen телефон 电话 電話 전화`),
    mayNamePerson: true,
  },
  {
    shown: [mailbox],
    asked: new Set(
      list(
        `email emails mailbox mail e-mail courriel correo email-adresse почта 邮箱 邮件 电子邮件 电子邮箱 メール メールアドレス 이메일`,
      ),
    ),
    fillerWords: new Set(
      list(
        'e address addresses adresse adress électronique electrónico dirección endereço электронная адрес write schreiben 地址 アドレス 주소',
      ),
    ),
    words:
      list(`email mail e-mail write contact kontakt schreiben courriel écrire correo contacto escreva email почта 邮箱 邮件 联系
      メール 이메일`),
    mayNamePerson: true,
  },
  {
    shown: [street],
    asked: new Set(
      list(
        `address location adresse anschrift standort dirección endereço morada indirizzo adres адрес where wo où dónde onde dove waar где 地址 在哪 哪里 住所 どこ アクセス 주소 위치 어디`,
      ),
    ),
    fillerWords: new Set(list('postal directions anfahrt located find 你们 ですか')),
    words:
      list(`address find visit directions getting here contact adresse anschrift anfahrt kontakt accès dirección contacto
      endereço morada indirizzo adres адрес 地址 位置 住所 アクセス 주소`),
  },
  {
    shown: [hours],
    fact: { dense: '营业时间', spaced: 'opening hours' },
    asked: new Set(
      list(`hours opening opened open openings öffnungszeiten öffnungszeit sprechzeiten sprechstunde geöffnet horaires ouverture ouvert
        horario horarios apertura abierto horário horários funcionamento aberto orario orari aperto openingstijden openingsuren часы работы открыто режим 营业时间 营业
        开放时间 开门 关门 开诊 関門 営業時間 営業 영업시간 영업`),
    ),
    fillerWords: new Set(
      list(`times time business office close closed closing when wann quand heures cuándo quando когда график 时间 几点 何時 시간 몇
        today tomorrow tonight now weekend weekends monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday
        saturdays sunday sundays holiday holidays heute morgen wochenende samstag samstags sonntag sonntags feiertag feiertags feiertagen
        aujourd hui demain samedi dimanche week-end hoy mañana sábado sábados domingo domingos hoje amanhã oggi domani sabato domenica
        vandaag zaterdag zondag сегодня завтра воскресенье субботу выходные 今天 明天 现在 晚上 中午 周末 星期天 星期日 星期六 周日 周六 周天 节假日 假日 上班
        今日 明日 土曜日 日曜日 祝日 週末 오늘 내일 주말 토요일 일요일 공휴일`),
    ),
    words:
      list(`opening hours open closed öffnungszeiten geöffnet sprechstunde sprechzeiten horaires ouverture heures horario
      apertura abierto horário funcionamento orari openingstijden часы работы 营业 时间 开放 営業 영업`),
  },
  {
    shown: [telephone, mailbox, street],
    asked: new Set(
      list(`contact contacts kontakt kontaktdaten erreichen reach contacter contacto contactar contato contatar contatti contattare bereiken контакты связаться
        联系方式 联系 联络 連絡先 連絡 お問い合わせ 연락처 연락`),
    ),
    fillerWords: new Set(list('touch get details information info 方式 怎么联系')),
    words:
      list(`contact reach call write mail phone kontakt erreichen contacter contacto contato contatti контакты 联系 邮箱 电话 微信 連絡
      연락`),
    mayNamePerson: true,
  },
  {
    shown: [telephone, mailbox, street],
    asked: new Set(
      list(`human person agent operator representative someone somebody real mensch mitarbeiter humain conseiller humano agente pessoa atendente
        человек оператор оператором человеком umano medewerker 人工 真人 客服 オペレーター 担当者 상담원 사람`),
    ),
    fillerWords: new Set(
      list(`talk speak chat connect transfer live customer service support get need want wants reach ask sprechen reden echten parler hablar falar поговорить связаться
        parlare spreken 转 转接 找 联系 要 我要 接 话す 話 たい 話したい つない 연결 해줘 하고 싶어요 상담`),
    ),
    asksForHuman: true,
    words: list(
      'contact phone telephone call email mail write kontakt telefon contacto contacter contato контакты 联系 电话 邮箱 微信 連絡 電話 연락 전화',
    ),
  },
  {
    shown: [price],
    asked: new Set(
      list(`price prices pricing cost costs fee fees tariff kosten kostet preis preise prix tarif tarifs coûte coût precio precios
        cuesta preço preços custa prezzo prezzi costa tariffe prijs prijzen kost tarief tarieven цена цены стоит стоимость 价格 价钱 收费 费用 多少钱 料金 値段 いくら 가격 요금 얼마 much`),
    ),
    fillerWords: new Set(
      list('list euro dollar combien cuánto quanto hoeveel сколько 多少 怎么 收 贵 大概 一共 expensive'),
    ),
    words:
      list(`price prices pricing cost costs fee fees preis preise kosten kostet kostet prix tarif tarifs precio precios preço preços prezzi tariffe prijzen tarieven
      цена цены 价格 收费 料金 가격 coûte cuesta custa стоит`),
    isMany: true,
    isPrice: true,
  },
];

/** Words for the site itself, as in "phone number of the club". */
const siteWords = new Set(
  list(`site website shop store company business office club association team page firm support customer service
    verein laden geschäft firma seite magasin boutique société association entreprise tienda empresa loja сайт магазин
    网站 本站 店 店铺 商店 公司 你们 客服 作者 博主 店舗 会社 가게 회사 us you your the`),
);

/** Words of a kind in scripts without spaces, matched anywhere in a question. */
interface DenseWords {
  readonly denseAsked: readonly string[];
  /** All words that ask for the detail, name the site or add nothing; longest first. */
  readonly dense: readonly string[];
}

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const kindsWithDense: readonly (LookUpKind & DenseWords)[] = kinds.map((kind) => ({
  ...kind,
  denseAsked: [...kind.asked].filter((word) => DENSE.test(word)),
  dense: [...kind.asked, ...kind.fillerWords, ...siteWords]
    .filter((word) => DENSE.test(word))
    .toSorted((a, b) => b.length - a.length),
}));

/** Tests for words that name no subject: stop words, and words of the site's own name. */
interface WordTests {
  readonly isIdle: (word: string) => boolean;
  readonly ofSite: (word: string) => boolean;
}

/** The kind of detail that a question looks up; `undefined` for most questions. */
export function lookUpOf(question: string, { isIdle, ofSite }: WordTests): LookUp | undefined {
  const folded = foldText(question.replace(/\be-(?=mail)/gi, ''));
  if (words(folded).length > MAX_WORDS) return undefined;
  const asksPrice = AMOUNT.test(folded) ? factWords(folded) !== '' : true;
  return kindsWithDense
    .flatMap((kind) => {
      if (kind.isPrice && asksHowTo(question)) return [];
      const adds =
        kind.asksForHuman && !words(folded).some((word) => kind.fillerWords.has(word)) ? isStopWord : isIdle;
      const rest = remainingWords(
        folded,
        kind,
        (word) => adds(word) || (kind.isMany !== true && ofSite(word)),
      );
      const isOther =
        rest !== undefined && rest.length > 0 && !(kind.isPrice ? asksPrice : kind.mayNamePerson);
      return rest === undefined || isOther ? [] : [{ ...kind, rest }];
    })
    .toSorted((a, b) => a.rest.length - b.rest.length)[0];
}

/** A longer question has enough words for the usual retrieval. */
const MAX_WORDS = 8;

/** The words of a question besides those of the kind; `undefined` when it does not ask for the kind. */
function remainingWords(
  folded: string,
  { asked, fillerWords: beside, denseAsked, dense }: LookUpKind & DenseWords,
  isIdle: (word: string) => boolean,
): string[] | undefined {
  const isAsked = denseAsked.some((word) => folded.includes(word));
  if (!isAsked && !words(folded).some((word) => asked.has(word))) return undefined;
  const named = dense.reduce((text, word) => text.replaceAll(word, ' '), folded);
  return words(named).filter(
    (word) =>
      !asked.has(word) && !beside.has(word) && !siteWords.has(word) && !isIdle(word) && !MEASURED.test(word),
  );
}

/** "How much" alone does not ask for a price: "How much memory". */
const AMOUNT = /\bmuch\b/;

/** A number with a measure word: 一颗, 每次. */
const MEASURED = /^[一两几每]\p{sc=Han}?$/u;
