/**
 * Regular expressions whose steps may grow faster than a text, each with the bound that makes it harmless: the length of what it is given, which
 * its caller cuts or refuses. Everything else is written in linear time. One that is put together has the name of its file.
 */
export const exceptions: ReadonlyMap<string, string> = new Map<string, string>([
  ['server/features/chat/filter/mark-syntax.ts', 'markIn gives it 60 characters'],
]);
