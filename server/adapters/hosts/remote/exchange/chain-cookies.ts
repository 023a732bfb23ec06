/** Cookies of one chain of redirects, since some pages set a cookie and redirect to themselves. They are not kept afterwards. */
export interface ChainCookies {
  /** The header for an address, with the cookies that its host has set. */
  headerFor(url: URL): Readonly<Record<string, string>>;
  /** Adds the cookies of a response; true when one of them is new. */
  take(url: URL, headers: readonly string[]): boolean;
}

const maxCookies = 20;
const cookieName = /^[!#$%&'*+.^_`|~\w-]{1,200}$/;
const cookieValue = /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,4000}"?$/;

/** Name and value of a `Set-Cookie` header without its attributes; `undefined` when one of them is invalid. */
function pairOf(header: string): readonly [name: string, value: string] | undefined {
  const [pair = ''] = header.split(';', 1);
  const at = pair.indexOf('=');
  const [name, value] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()];
  return cookieName.test(name) && cookieValue.test(value) ? [name, value] : undefined;
}

/** @param given cookies that the request carries itself */
export const createChainCookies = (given = ''): ChainCookies => {
  const byHost = new Map<string, Map<string, string>>();
  return {
    headerFor({ host }) {
      const own = [...(byHost.get(host) ?? [])].map(([name, value]) => `${name}=${value}`);
      return own.length === 0 ? {} : { cookie: [given, ...own].filter(Boolean).join('; ') };
    },
    take({ host }, headers) {
      const cookies = byHost.get(host) ?? new Map<string, string>();
      byHost.set(host, cookies);
      let isNew = false;
      for (const header of headers.slice(0, maxCookies)) {
        const [name, value] = pairOf(header) ?? ['', ''];
        if (name === '' || cookies.get(name) === value || cookies.size >= maxCookies) continue;
        cookies.set(name, value);
        isNew = true;
      }
      return isNew;
    },
  };
};
