/** Cookies of one chain of redirects: some pages set one and lead to themselves. They are kept for nothing else. */
export interface ChainCookies {
  /** The header for an address, with the cookies that its host has set. */
  headerFor(url: URL): Readonly<Record<string, string>>;
  /** Takes the cookies of a response; true when one of them is new. */
  take(url: URL, headers: readonly string[]): boolean;
}

const mostCookies = 20;
const pair =
  /^\s*([!#$%&'*+.^_`|~\w-]{1,200})\s*=\s*("?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{0,4000}"?)\s*(?:;|$)/;

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
      for (const header of headers.slice(0, mostCookies)) {
        const [, name = '', value = ''] = pair.exec(header) ?? [];
        if (name === '' || cookies.get(name) === value || cookies.size >= mostCookies) continue;
        cookies.set(name, value);
        isNew = true;
      }
      return isNew;
    },
  };
};
