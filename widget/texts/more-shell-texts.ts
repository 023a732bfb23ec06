/**
 * The words of the shell, in the order of `shell-texts.ts`, in the languages that fewer pages have: a page in one of them loads this
 * file beside the configuration, and no other page does.
 */
export const moreShellTexts: Readonly<Record<string, readonly string[]>> = {
  ko: [
    '이 사이트에 질문하기',
    '불러오는 중…',
    '채팅을 불러오지 못했습니다.',
    '다시 시도',
    '닫기',
    '{site}에 질문하기',
  ],
  pt: [
    'Perguntar a este site',
    'Carregando…',
    'Não foi possível carregar o chat.',
    'Tentar novamente',
    'Fechar',
    'Perguntar a {site}',
  ],
  ru: [
    'Задать вопрос',
    'Загрузка…',
    'Не удалось загрузить чат.',
    'Повторить',
    'Закрыть',
    'Задать вопрос: {site}',
  ],
  it: [
    'Chiedi a questo sito',
    'Caricamento…',
    'Non è stato possibile caricare la chat.',
    'Riprova',
    'Chiudi',
    'Chiedi a {site}',
  ],
  nl: [
    'Vraag het deze site',
    'Laden…',
    'De chat kon niet worden geladen.',
    'Opnieuw proberen',
    'Sluiten',
    'Vraag het {site}',
  ],
  pl: [
    'Zapytaj tę stronę',
    'Ładowanie…',
    'Nie udało się załadować czatu.',
    'Spróbuj ponownie',
    'Zamknij',
    'Zapytaj: {site}',
  ],
  tr: [
    'Bu siteye sorun',
    'Yükleniyor…',
    'Sohbet yüklenemedi.',
    'Yeniden dene',
    'Kapat',
    '{site}: soru sorun',
  ],
  vi: ['Hỏi trang này', 'Đang tải…', 'Không tải được trò chuyện.', 'Thử lại', 'Đóng', 'Hỏi {site}'],
  id: ['Tanya situs ini', 'Memuat…', 'Obrolan tidak dapat dimuat.', 'Coba lagi', 'Tutup', 'Tanya {site}'],
  ar: ['اسأل هذا الموقع', 'جارٍ التحميل…', 'تعذّر تحميل المحادثة.', 'حاول مرة أخرى', 'إغلاق', 'اسأل {site}'],
  he: ['שאלו את האתר', 'טוען…', 'לא ניתן היה לטעון את הצ׳אט.', 'ניסיון נוסף', 'סגירה', 'שאלו את {site}'],
};
