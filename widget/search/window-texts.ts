import type { Language } from '../texts/language.ts';
import { ownText, type OwnTexts } from '../texts/texts.ts';

/** The name of the search window, and what it says when its content does not load. */
const table: Readonly<Record<Language, readonly [search: string, loadFailed: string]>> = {
  en: ['Search', 'The search could not be loaded.'],
  'zh-CN': ['搜索', '搜索加载失败。'],
  'zh-TW': ['搜尋', '搜尋載入失敗。'],
  ja: ['検索', '検索を読み込めませんでした。'],
  ko: ['검색', '검색을 불러오지 못했습니다.'],
  fr: ['Rechercher', 'La recherche n’a pas pu être chargée.'],
  de: ['Suchen', 'Die Suche konnte nicht geladen werden.'],
  es: ['Buscar', 'No se pudo cargar la búsqueda.'],
  pt: ['Pesquisar', 'Não foi possível carregar a pesquisa.'],
  ru: ['Поиск', 'Не удалось загрузить поиск.'],
  it: ['Cerca', 'Non è stato possibile caricare la ricerca.'],
  nl: ['Zoeken', 'Het zoeken kon niet worden geladen.'],
  pl: ['Szukaj', 'Nie udało się załadować wyszukiwarki.'],
  tr: ['Ara', 'Arama yüklenemedi.'],
  vi: ['Tìm kiếm', 'Không tải được tìm kiếm.'],
  id: ['Cari', 'Pencarian tidak dapat dimuat.'],
  ar: ['بحث', 'تعذّر تحميل البحث.'],
  he: ['חיפוש', 'לא ניתן היה לטעון את החיפוש.'],
};

/** The words of the search window before its content is there, with the site's own wording before them. */
export function searchWindowTexts(language: Language, own: OwnTexts = {}) {
  const [search, loadFailed] = table[language];
  return {
    search: ownText(own, language, 'search') ?? search,
    loadFailed: ownText(own, language, 'searchLoadFailed') ?? loadFailed,
  };
}
