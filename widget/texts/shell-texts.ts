import type { Language } from './language.ts';
import { ownText, type OwnTexts } from './texts.ts';

const names = ['title', 'loading', 'loadFailed', 'searchLoadFailed', 'retry', 'close', 'search'] as const;

/** The words of the button and of the empty windows; they come with every page, so they are few. */
export type ShellTexts = Readonly<Record<(typeof names)[number], string>>;

/** In the order of `names`, and at the end the title with the name of the site; other languages are in `more-shell-texts.ts`. */
const table: Readonly<Partial<Record<Language, readonly string[]>>> & { readonly en: readonly string[] } = {
  en: [
    'Ask this site',
    'Loading…',
    'The chat could not be loaded.',
    'The search could not be loaded.',
    'Try again',
    'Close',
    'Search',
    'Ask {site}',
  ],
  'zh-CN': [
    '问问本站',
    '正在加载…',
    '对话加载失败。',
    '搜索加载失败。',
    '重试',
    '关闭',
    '搜索',
    '问问{site}',
  ],
  'zh-TW': [
    '詢問本站',
    '正在載入…',
    '對話載入失敗。',
    '搜尋載入失敗。',
    '重試',
    '關閉',
    '搜尋',
    '詢問{site}',
  ],
  ja: [
    'このサイトに質問',
    '読み込んでいます…',
    'チャットを読み込めませんでした。',
    '検索を読み込めませんでした。',
    '再試行',
    '閉じる',
    '検索',
    '{site}に質問',
  ],
  fr: [
    'Interroger ce site',
    'Chargement…',
    'Le chat n’a pas pu être chargé.',
    'La recherche n’a pas pu être chargée.',
    'Réessayer',
    'Fermer',
    'Rechercher',
    'Interroger {site}',
  ],
  de: [
    'Diese Website fragen',
    'Wird geladen\u00a0…',
    'Der Chat konnte nicht geladen werden.',
    'Die Suche konnte nicht geladen werden.',
    'Erneut versuchen',
    'Schließen',
    'Suchen',
    '{site} fragen',
  ],
  es: [
    'Preguntar a este sitio',
    'Cargando…',
    'No se pudo cargar el chat.',
    'No se pudo cargar la búsqueda.',
    'Reintentar',
    'Cerrar',
    'Buscar',
    'Preguntar a {site}',
  ],
};

/** The words of a language, which may have to be loaded; English when that fails. */
export const shellWords = async (language: Language, load: LoadMore): Promise<readonly string[]> =>
  table[language] ?? (await load().catch(() => undefined))?.moreShellTexts[language] ?? table.en;

export type LoadMore = () => Promise<Pick<typeof import('./more-shell-texts.ts'), 'moreShellTexts'>>;

/** The shell's texts, with the site's own wording before them. The title names the site, as the conversation does. */
export function shellTexts(
  words: readonly string[],
  language: Language,
  { texts: own = {}, siteTitle = '' }: { readonly texts?: OwnTexts; readonly siteTitle?: string } = {},
): ShellTexts {
  const text = (name: (typeof names)[number] | 'titleOf') =>
    ownText(own, language, name) ?? words[[...names, 'titleOf'].indexOf(name)] ?? '';
  return {
    title: siteTitle === '' ? text('title') : text('titleOf').replace('{site}', () => siteTitle),
    loading: text('loading'),
    loadFailed: text('loadFailed'),
    searchLoadFailed: text('searchLoadFailed'),
    retry: text('retry'),
    close: text('close'),
    search: text('search'),
  };
}
