/** Base for resolving relative addresses; under a reserved domain, so it is nobody's address. */
const here = 'https://docent.invalid';

/**
 * Path, query and fragment of an address of this origin; `undefined` for anything that leads browsers to another origin
 * (`//other`, `/\other`, schemes, tabs and line breaks between slashes).
 */
export function safeRedirect(address: string): string | undefined {
  if (!address.startsWith('/')) return undefined;
  const url = URL.parse(address, here);
  if (url?.origin !== here) return undefined;
  const path = url.pathname + url.search + url.hash;
  // Removing dot segments may leave a double slash at the start: `/.//other`.
  return path.startsWith('//') ? undefined : path;
}
