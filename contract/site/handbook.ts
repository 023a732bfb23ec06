import { z } from 'zod';
import { document, get, group } from '../endpoint.ts';
import { must } from '../wording.ts';

export const handbookLanguages = ['zh', 'en'] as const;
export type HandbookLanguage = (typeof handbookLanguages)[number];

/** The address of a page of the handbook, below that of the console, since beside a site `/docs` is the site's. It has the same name in every language. */
export const handbookPath = (language: HandbookLanguage, name: string): string =>
  `/console/docs/handbook/${language}/${name}`;

/** The handbook that ships with Docent, whatever site is connected. */
export const handbook = {
  ...group('handbook', 'root', {
    page: get('/docs/handbook/{language}/{name}', {
      summary: 'A page of the handbook of this version',
      params: z.object({
        language: z.enum(handbookLanguages),
        name: z.string().regex(/^[a-z0-9-]{1,80}$/, { error: must('rule_page') }),
      }),
      reply: document,
    }),
  }),
  also: 'console-pages',
} as const;
