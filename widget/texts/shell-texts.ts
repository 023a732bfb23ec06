import type { Language } from './language.ts';
import { ownText, type OwnTexts } from './texts.ts';

const names = [
  'title',
  'loading',
  'loadFailed',
  'searchLoadFailed',
  'retry',
  'close',
  'resize',
  'search',
] as const;

/** The words of the button and of the empty windows; they come with every page, so they are few. */
export type ShellTexts = Readonly<Record<(typeof names)[number], string>>;

/** In the order of `names`. */
const table: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Ask this site',
    'Loading…',
    'The chat could not be loaded.',
    'The search could not be loaded.',
    'Try again',
    'Close',
    'Resize (arrow keys; Home resets)',
    'Search',
  ],
  'zh-CN': [
    '问问本站',
    '正在加载…',
    '对话加载失败。',
    '搜索加载失败。',
    '重试',
    '关闭',
    '调整大小（方向键；Home 键复位）',
    '搜索',
  ],
  'zh-TW': [
    '詢問本站',
    '正在載入…',
    '對話載入失敗。',
    '搜尋載入失敗。',
    '重試',
    '關閉',
    '調整大小（方向鍵；Home 鍵重設）',
    '搜尋',
  ],
  ja: [
    'このサイトに質問',
    '読み込んでいます…',
    'チャットを読み込めませんでした。',
    '検索を読み込めませんでした。',
    '再試行',
    '閉じる',
    'サイズ変更（矢印キー、Home で元に戻す）',
    '検索',
  ],
  ko: [
    '이 사이트에 질문하기',
    '불러오는 중…',
    '채팅을 불러오지 못했습니다.',
    '검색을 불러오지 못했습니다.',
    '다시 시도',
    '닫기',
    '크기 조절(화살표 키, Home으로 초기화)',
    '검색',
  ],
  fr: [
    'Interroger ce site',
    'Chargement…',
    'Le chat n’a pas pu être chargé.',
    'La recherche n’a pas pu être chargée.',
    'Réessayer',
    'Fermer',
    'Redimensionner (flèches\u00a0; Origine rétablit)',
    'Rechercher',
  ],
  de: [
    'Diese Website fragen',
    'Wird geladen\u00a0…',
    'Der Chat konnte nicht geladen werden.',
    'Die Suche konnte nicht geladen werden.',
    'Erneut versuchen',
    'Schließen',
    'Größe ändern (Pfeiltasten; Pos1 setzt zurück)',
    'Suchen',
  ],
  es: [
    'Preguntar a este sitio',
    'Cargando…',
    'No se pudo cargar el chat.',
    'No se pudo cargar la búsqueda.',
    'Reintentar',
    'Cerrar',
    'Cambiar el tamaño (flechas; Inicio restablece)',
    'Buscar',
  ],
  pt: [
    'Perguntar a este site',
    'Carregando…',
    'Não foi possível carregar o chat.',
    'Não foi possível carregar a pesquisa.',
    'Tentar novamente',
    'Fechar',
    'Redimensionar (setas; Home restaura)',
    'Pesquisar',
  ],
  ru: [
    'Задать вопрос',
    'Загрузка…',
    'Не удалось загрузить чат.',
    'Не удалось загрузить поиск.',
    'Повторить',
    'Закрыть',
    'Изменить размер (стрелки; Home — сброс)',
    'Поиск',
  ],
};

/** The shell's texts, with the site's own wording before them. */
export function shellTexts(language: Language, own: OwnTexts = {}): ShellTexts {
  const text = (name: (typeof names)[number]) =>
    ownText(own, language, name) ?? table[language][names.indexOf(name)] ?? '';
  return {
    title: text('title'),
    loading: text('loading'),
    loadFailed: text('loadFailed'),
    searchLoadFailed: text('searchLoadFailed'),
    retry: text('retry'),
    close: text('close'),
    resize: text('resize'),
    search: text('search'),
  };
}
