import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { html, renderPage } from '../../markup/html.ts';

interface LoginPage {
  readonly language: InterfaceLanguage;
  /** Target after login, a path of this origin. */
  readonly next: string | undefined;
  readonly hasPassword: boolean;
  /** Set when the last attempt failed; `waitSeconds` when further attempts are refused for a time. */
  readonly refused?: { readonly waitSeconds: number | undefined };
}

/** The login page: a plain form without scripts. */
export function loginPage({ language, next, hasPassword, refused }: LoginPage) {
  const words = texts[language];
  const notice =
    refused && (refused.waitSeconds === undefined ? words.wrong : words.wait(refused.waitSeconds));
  // Relative, since the page is also served below the console's path.
  const form = html` <form method="post" action="login">
      <input type="hidden" name="next" value="${next ?? ''}" />
      <input type="text" name="username" value="admin" autocomplete="username" hidden />
      <label for="password">${words.password}</label>
      <input
        id="password"
        type="password"
        name="password"
        autocomplete="current-password"
        required
        autofocus
      />
      <button type="submit">${words.signIn}</button>
    </form>
    <p class="hint">${words.hint}</p>`;
  return renderPage({
    status: 200,
    language,
    title: words.title,
    style,
    body: html`<main>
      <h1>${words.title}</h1>
      ${notice === undefined ? [] : [html`<p class="notice" role="alert">${notice}</p>`]}
      ${hasPassword ? form : html`<p>${words.noPassword}</p>`}
    </main>`,
  });
}

const texts = {
  zh: {
    title: 'Docent 管理员登录',
    password: '密码',
    signIn: '登录',
    wrong: '密码不正确。',
    wait: (seconds: number) => `尝试次数过多，请在 ${Math.ceil(seconds / 60)} 分钟后再试。`,
    hint: '不知道密码？没有自己设置时，首次启动会自动生成一个，保存在数据目录的 admin-credentials.json 文件中。',
    noPassword: '没有设置密码。请使用访问令牌，或设置 DOCENT_ADMIN_PASSWORD 后重新启动。',
  },
  en: {
    title: 'Sign in to Docent',
    password: 'Password',
    signIn: 'Sign in',
    wrong: 'The password is wrong.',
    wait: (seconds: number) => `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} min.`,
    hint: 'Don’t know the password? If you did not set one, the first start made one: it is in the file admin-credentials.json in the data folder.',
    noPassword: 'No password is set. Use an access token, or set DOCENT_ADMIN_PASSWORD and start again.',
  },
} as const;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1d2330, #e6e8ee); }
main { box-sizing: border-box; width: min(24rem, 100vw - 2rem); padding: 2rem; border-radius: 12px; background: light-dark(#fff, #21242c); box-shadow: 0 8px 32px rgb(0 0 0 / .12); }
h1 { margin: 0 0 1.25rem; font-size: 1.25rem; }
label { display: block; margin-bottom: .25rem; }
input[type=password] { box-sizing: border-box; width: 100%; padding: .6rem .75rem; font: inherit; border: 1px solid light-dark(#8a93a6, #6b7385); border-radius: 8px; background: transparent; color: inherit; }
button { width: 100%; margin-top: 1rem; padding: .65rem; font: inherit; font-weight: 600; border: 0; border-radius: 8px; background: #2f5fb3; color: #fff; cursor: pointer; }
:focus-visible { outline: 2px solid #5b8def; outline-offset: 2px; }
.notice { padding: .6rem .75rem; border-radius: 8px; background: light-dark(#fdecec, #44202a); color: light-dark(#8f1d1d, #ffb9b9); }
.hint { margin: 1rem 0 0; font-size: .8125rem; color: light-dark(#5a6375, #a2a9b8); }
`;
