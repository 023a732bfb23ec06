/**
 * Regular expressions whose steps may grow faster than a text, each with the bound that makes it harmless: the length of what it is given, which
 * its caller cuts or refuses. Everything else is written in linear time.
 */
export const exceptions: ReadonlyMap<string, string> = new Map([
  [String.raw`/(?:^|\n)\s*(?:[-*]\s*)?$/`, 'what stands before a number of one sentence'],
  [String.raw`/\D+$/`, 'what stands before a number of one sentence'],
  [String.raw`/[:：?？]\W*$/`, 'one line of an answer'],
  [String.raw`/\/+$/`, 'an address, which has a maximum length wherever it is read'],
  ['/%.*$/', 'the address of a network, from a socket or a header'],
  [
    String.raw`/<([^>]+)>\s*;\s*rel="https:\/\/api\.w\.org\/"/`,
    'a header of a response, which has 16 KB at most',
  ],
  [
    String.raw`/^\s*(?:[-*]\s*)?\d{1,2}[.)、]\s+/gm`,
    'the text of one answer, which ends at the limit of tokens; only empty lines in a row cost',
  ],
  [String.raw`/(?:\[\d{1,2}\]\s*)+$/`, 'one sentence of an answer; its marks are counted'],
  [String.raw`/[\s。．.!！?？;；:：,，、"”'’）)*_]+$/u`, 'one sentence of an answer'],
]);
