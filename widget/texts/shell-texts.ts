import type { Language } from './language.ts';
import { ownText, type OwnTexts } from './texts.ts';

const names = ['title', 'loading', 'loadFailed', 'retry', 'close'] as const;

/** The words of the button and of the empty window; they come with every page, so they are few. */
export type ShellTexts = Readonly<Record<(typeof names)[number], string>>;

/** In the order of `names`, and at the end the title with the name of the site; other languages are in `more-shell-texts.ts`. */
const table: Readonly<Partial<Record<Language, readonly string[]>>> & { readonly en: readonly string[] } = {
  en: ['Ask this site', 'Loading…', 'The chat could not be loaded.', 'Try again', 'Close', 'Ask {site}'],
  'zh-CN': ['问问本站', '正在加载…', '对话加载失败。', '重试', '关闭', '问问{site}'],
  'zh-TW': ['詢問本站', '正在載入…', '對話載入失敗。', '重試', '關閉', '詢問{site}'],
  ja: [
    'このサイトに質問',
    '読み込んでいます…',
    'チャットを読み込めませんでした。',
    '再試行',
    '閉じる',
    '{site}に質問',
  ],
  fr: [
    'Interroger ce site',
    'Chargement…',
    'Le chat n’a pas pu être chargé.',
    'Réessayer',
    'Fermer',
    'Interroger {site}',
  ],
  de: [
    'Diese Website fragen',
    'Wird geladen\u00a0…',
    'Der Chat konnte nicht geladen werden.',
    'Erneut versuchen',
    'Schließen',
    '{site} fragen',
  ],
  es: [
    'Preguntar a este sitio',
    'Cargando…',
    'No se pudo cargar el chat.',
    'Reintentar',
    'Cerrar',
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
    retry: text('retry'),
    close: text('close'),
  };
}
