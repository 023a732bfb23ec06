/** An address that nobody has; it only lets relative addresses be read. */
const here = 'https://docent.invalid';

/**
 * The path, query and fragment of an address of this origin, `undefined` for anything a browser would take elsewhere
 * (`//other`, `/\other`, schemes, tabs and line breaks between slashes).
 */
export function safeRedirect(address: string): string | undefined {
  if (!address.startsWith('/')) return undefined;
  const url = URL.parse(address, here);
  if (url?.origin !== here) return undefined;
  const path = url.pathname + url.search + url.hash;
  // Dot segments may leave doubled slashes at the start: `/.//other`.
  return path.startsWith('//') ? undefined : path;
}
