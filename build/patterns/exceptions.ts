/**
 * Regular expressions whose steps may grow faster than a text, each with the bound that makes it harmless: the length of what it is given, which
 * its caller cuts or refuses. Everything else is written in linear time.
 */
export const exceptions: ReadonlyMap<string, string> = new Map<string, string>([]);
