import { explained, type Words } from '../../kit/explained.ts';

/** An error of the YAML library. */
interface YamlError {
  readonly code: string;
  readonly message: string;
  /** Column where it was noticed, from 1. */
  readonly column: number;
}

/** A usual mistake of authors in plain words; others in those of the library. */
export function yamlMistake({ code, message, column }: YamlError): Words {
  const detail = firstSentence(message);
  const kind = kinds.find(({ codes, says = /^/ }) => codes.split(' ').includes(code) && says.test(detail));
  if (kind?.at === 'end') return explained(kind.is);
  return kind ? explained(kind.is, { column }) : explained('front_matter_syntax', { format: 'YAML', detail });
}

type Kind = { readonly codes: string; readonly says?: RegExp } & (
  | { readonly is: 'front_matter_quote' | 'front_matter_bracket'; readonly at: 'end' }
  | {
      readonly is:
        | 'front_matter_tab'
        | 'front_matter_two_names'
        | 'front_matter_indent'
        | 'front_matter_sign'
        | 'front_matter_colon'
        | 'front_matter_backslash'
        | 'front_matter_trailing';
      readonly at?: undefined;
    }
);

/** By the library's code, and by its sentence where one code stands for several mistakes. The first one that fits counts. */
const kinds: readonly Kind[] = [
  // The library notices these at the end of the front matter, so their column says nothing.
  { codes: 'MISSING_CHAR', says: /closing ["']quote/, is: 'front_matter_quote', at: 'end' },
  { codes: 'BAD_INDENT MISSING_CHAR', says: /end with a [\]}]/, is: 'front_matter_bracket', at: 'end' },
  { codes: 'TAB_AS_INDENT', is: 'front_matter_tab' },
  { codes: 'BLOCK_AS_IMPLICIT_KEY', says: /compact mappings/, is: 'front_matter_two_names' },
  { codes: 'BLOCK_AS_IMPLICIT_KEY BAD_INDENT', is: 'front_matter_indent' },
  { codes: 'BAD_SCALAR_START TAG_RESOLVE_FAILED BAD_ALIAS', is: 'front_matter_sign' },
  { codes: 'MULTILINE_IMPLICIT_KEY', is: 'front_matter_colon' },
  { codes: 'MISSING_CHAR', says: /followed by map values/, is: 'front_matter_colon' },
  { codes: 'UNEXPECTED_TOKEN', says: /at node end/, is: 'front_matter_trailing' },
  { codes: 'BAD_DQ_ESCAPE', is: 'front_matter_backslash' },
];

/** Without the position, which is said apart, and the lines that show it. */
export const firstSentence = (message: string): string =>
  /^[^\n]{0,200}/.exec(message)?.[0].replace(/ at line \d+, column \d+:?$|:$/, '') ?? message;
