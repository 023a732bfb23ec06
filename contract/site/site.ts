import { interfaceLanguages } from './interface-language.ts';
import { z } from 'zod';
import { document, get, group } from '../endpoint.ts';

/** The host's own pages, as far as the host leaves serving them to Docent. */
export const site = group('site', 'root', {
  page: get('/{path*}', {
    summary:
      'Pages, feeds, style sheets and media of the site; an article also as Markdown, by .md or by Accept',
    headers: ['accept', 'sec-fetch-site', 'sec-purpose'],
    params: z.object({ path: z.string().meta({ description: 'Path of the page, without the first slash' }) }),
    query: z.object({
      lang: z
        .enum(interfaceLanguages)
        .optional()
        .catch(undefined)
        .meta({ description: 'Language of what surrounds the articles' }),
      ask: z.string().optional().catch(undefined).meta({
        description:
          'With the Markdown of an article: a question, answered from the site as a visitor’s with that page first; the text is the answer and its sources',
      }),
    }),
    reply: document({ '*/*': null }, {}, { inParts: true }),
  }),
});
