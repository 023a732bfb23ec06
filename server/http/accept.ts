import { type InterfaceLanguage, isInterfaceLanguage } from '../../contract/site/interface-language.ts';
import type { FastifyRequest } from 'fastify';
import { visitorLanguageOfTag, type VisitorLanguage } from './visitor-texts.ts';

/** The language of the console that the browser prefers; English when it names neither. */
export const languageOf = (request: FastifyRequest): InterfaceLanguage =>
  preferred(request, consoleLanguage) ?? 'en';

/** The visitors' language that the browser, or the page with the widget, prefers; English when neither names one. */
export const visitorLanguageOf = (request: FastifyRequest): VisitorLanguage =>
  preferred(request, visitorLanguageOfTag) ?? 'en';

function consoleLanguage(tag: string): InterfaceLanguage | undefined {
  const [base] = tag.split('-');
  return isInterfaceLanguage(base) ? base : undefined;
}

/** True when a browser navigates to this address, so the reply should be a page. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');

/** True when the client names Markdown and wants it at least as much as a page; browsers do not name it. */
export function wantsMarkdown({ headers }: FastifyRequest): boolean {
  const ranges = weighed(headers.accept);
  const weightOf = (...names: readonly string[]): number => {
    for (const name of names) {
      const range = ranges.find((candidate) => candidate.name === name);
      if (range) return range.weight;
    }
    return 0;
  };
  const markdown = weightOf('text/markdown');
  return markdown > 0 && markdown >= weightOf('text/html', 'text/*', '*/*');
}

/** The language that the client prefers among the known ones. */
function preferred<Language>(
  { headers }: FastifyRequest,
  known: (tag: string) => Language | undefined,
): Language | undefined {
  const languages = weighed(headers['accept-language'])
    .map(({ name, weight }) => ({ language: known(name), weight }))
    .filter(({ language, weight }) => weight > 0 && language !== undefined);
  const [first] = languages.toSorted((a, b) => b.weight - a.weight);
  return first?.language;
}

/** The values of an `Accept` header in their order, in lower case, with their weights (RFC 9110, 12.4.2). */
function weighed(header = ''): readonly { readonly name: string; readonly weight: number }[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { name, weight: weight >= 0 && weight <= 1 ? weight : 0 };
    });
}
