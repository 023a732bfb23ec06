import { type InterfaceLanguage, interfaceLanguages } from './interface-language.ts';
import { z } from 'zod';
import { document, get, group } from '../endpoint.ts';
import { must } from '../wording.ts';

/** The address of a page of the handbook, relative to that of the console, since beside a site `/docs` is the site's. It has the same name in every language. */
export const handbookPath = (language: InterfaceLanguage, name: string): string =>
  `docs/handbook/${language}/${name}`;

/** The handbook that ships with Docent, whatever site is connected. */
export const handbook = {
  ...group('handbook', 'root', {
    page: get('/docs/handbook/{language}/{name}', {
      summary: 'A page of the handbook of this version',
      params: z.object({
        language: z.enum(interfaceLanguages).meta({ description: 'Language of the page' }),
        name: z
          .string()
          .regex(/^[a-z0-9-]{1,80}$/, { error: must('rule_page') })
          .meta({ description: 'Name of the page' }),
      }),
      reply: document({ 'text/html': null }),
    }),
  }),
  also: 'console-pages',
} as const;
