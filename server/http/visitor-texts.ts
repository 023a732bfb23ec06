/** Sentences in place of an answer, for failures that are met before or outside the chat. */
interface VisitorTexts {
  readonly assistantAway: string;
  readonly away: string;
  /** The site is being read for the first time. */
  readonly reading: string;
  /** The page belongs to a site that is not allowed; its owner reads this first. */
  readonly foreignPage: string;
}

export const visitorTexts = {
  en: {
    assistantAway: 'The assistant is unavailable right now. Please try again later.',
    away: 'This is unavailable right now. Please try again later.',
    reading: 'This site is being read for the first time. Please try again shortly.',
    foreignPage:
      'The assistant does not answer on this page yet. If this is your site, add it to the allowed sites in the console.',
  },
  'zh-CN': {
    assistantAway: '助手暂时不可用，请稍后再试。',
    away: '暂时不可用，请稍后再试。',
    reading: '正在首次读取本站内容，请稍后再试。',
    foreignPage: '这个页面还不能使用助手。如果你是站长，请在控制台把本页所在的站点加入允许的站点。',
  },
  'zh-TW': {
    assistantAway: '助手暫時無法使用，請稍後再試。',
    away: '暫時無法使用，請稍後再試。',
    reading: '正在首次讀取本站內容，請稍後再試。',
    foreignPage: '這個頁面還不能使用助手。如果你是站長，請在控制台把本頁所在的網站加入允許的網站。',
  },
  ja: {
    assistantAway: '現在アシスタントを利用できません。しばらくしてからもう一度お試しください。',
    away: '現在利用できません。しばらくしてからもう一度お試しください。',
    reading: 'サイトの内容を初めて読み込んでいます。しばらくしてからもう一度お試しください。',
    foreignPage:
      'このページではまだアシスタントを利用できません。サイトの管理者の方は、管理画面の「許可するサイト」にこのサイトを追加してください。',
  },
  ko: {
    assistantAway: '지금은 어시스턴트를 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    away: '지금은 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    reading: '사이트를 처음으로 읽는 중입니다. 잠시 후 다시 시도해 주세요.',
    foreignPage:
      '이 페이지에서는 아직 어시스턴트를 사용할 수 없습니다. 사이트 운영자라면 관리 콘솔의 허용된 사이트에 이 사이트를 추가해 주세요.',
  },
  fr: {
    assistantAway: 'L’assistant n’est pas disponible pour le moment. Veuillez réessayer plus tard.',
    away: 'Indisponible pour le moment. Veuillez réessayer plus tard.',
    reading: 'Le contenu de ce site est en cours de première lecture. Veuillez réessayer dans un instant.',
    foreignPage:
      'L’assistant ne répond pas encore sur cette page. Si c’est votre site, ajoutez-le aux sites autorisés dans la console.',
  },
  de: {
    assistantAway: 'Der Assistent ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.',
    away: 'Das ist gerade nicht verfügbar. Bitte versuchen Sie es später noch einmal.',
    reading:
      'Diese Website wird gerade zum ersten Mal eingelesen. Bitte versuchen Sie es gleich noch einmal.',
    foreignPage:
      'Auf dieser Seite antwortet der Assistent noch nicht. Wenn das Ihre Website ist, fügen Sie sie in der Konsole zu den erlaubten Websites hinzu.',
  },
  es: {
    assistantAway: 'El asistente no está disponible en este momento. Inténtelo de nuevo más tarde.',
    away: 'No está disponible en este momento. Inténtelo de nuevo más tarde.',
    reading: 'Se está leyendo este sitio por primera vez. Inténtelo de nuevo en un momento.',
    foreignPage:
      'El asistente todavía no responde en esta página. Si es su sitio, añádalo a los sitios permitidos en la consola.',
  },
  pt: {
    assistantAway: 'O assistente não está disponível no momento. Tente novamente mais tarde.',
    away: 'Indisponível no momento. Tente novamente mais tarde.',
    reading: 'Este site está sendo lido pela primeira vez. Tente novamente em instantes.',
    foreignPage:
      'O assistente ainda não responde nesta página. Se este site é seu, adicione-o aos sites permitidos no console.',
  },
  ru: {
    assistantAway: 'Помощник сейчас недоступен. Повторите попытку позже.',
    away: 'Сейчас недоступно. Повторите попытку позже.',
    reading: 'Содержимое сайта читается впервые. Повторите попытку чуть позже.',
    foreignPage:
      'На этой странице помощник пока не отвечает. Если это ваш сайт, добавьте его в разрешённые сайты в консоли.',
  },
} as const satisfies Readonly<Record<string, VisitorTexts>>;

/** The languages that visitors read. */
export type VisitorLanguage = keyof typeof visitorTexts;

/** The language of a tag such as `de-AT` or `zh-Hant`, or nothing when there are no texts in it. */
export function visitorLanguageOfTag(tag: string): VisitorLanguage | undefined {
  const [base = '', ...rest] = tag.toLowerCase().split('-');
  if (base === 'zh') return rest.some((part) => /^(?:hant|tw|hk|mo)$/.test(part)) ? 'zh-TW' : 'zh-CN';
  return isVisitorLanguage(base) ? base : undefined;
}

const isVisitorLanguage = (name: string): name is VisitorLanguage => Object.hasOwn(visitorTexts, name);
