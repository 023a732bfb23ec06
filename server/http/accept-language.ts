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

/** Reads `Accept-Language` (RFC 9110, 12.5.4) by weight, then by position. */
function preferred<Language>(
  { headers }: FastifyRequest,
  known: (tag: string) => Language | undefined,
): Language | undefined {
  const ranges = (headers['accept-language'] ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range
        .trim()
        .toLowerCase()
        .split(';')
        .map((part) => part.trim());
      const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
      return { language: known(tag), weight: weight >= 0 && weight <= 1 ? weight : 0 };
    })
    .filter(({ language, weight }) => weight > 0 && language !== undefined);
  const [first] = ranges.toSorted((a, b) => b.weight - a.weight);
  return first?.language;
}
