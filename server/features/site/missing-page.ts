import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { html, renderPage } from '../../markup/html.ts';

/** The 404 page. */
export const missingPage = (language: InterfaceLanguage) => {
  const words = texts[language];
  return renderPage({
    status: 404,
    language,
    title: words.title,
    style,
    body: html`<main>
      <h1>${words.title}</h1>
      <p>${words.text}</p>
      <p><a href="/">${words.home}</a></p>
    </main>`,
  });
};

const texts = {
  zh: { title: '页面不存在', text: '这个地址没有内容，文章可能已被移动或下线。', home: '返回首页' },
  en: {
    title: 'Page not found',
    text: 'There is nothing here; the article may have moved or been taken down.',
    home: 'To the home page',
  },
} as const;

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fff, #16181d); color: light-dark(#1d2330, #e6e8ee); }
main { max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem; }
a { color: light-dark(#2f5fb3, #8ab0ff); }
`;
