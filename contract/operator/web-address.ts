/**
 * An address as it is meant where no scheme was typed: `http` for a server without a public name, which has hardly a
 * certificate, such as `localhost:11434` or `10.0.0.5`, and `https` for any other. A lone word stays what it is.
 */
export function withScheme(typed: string): string {
  const { hostname = '', port = '' } =
    (typed.includes('://') ? undefined : URL.parse(`http://${typed}`)) ?? {};
  const isLocal =
    /^(?:[\d.]+|\[.+\])$|\.(?:local|lan|internal|home\.arpa)$/.test(hostname) || !hostname.includes('.');
  if (hostname === '' || (!/[.:]/.test(hostname) && port === '' && hostname !== 'localhost')) return typed;
  return `${isLocal ? 'http' : 'https'}://${typed}`;
}

/** True for an address that can be asked: http or https, without a user or password. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}
