import { explained } from '../../../../kit/explained.ts';
import { isFault } from '../../../../kit/fault.ts';
import { sha256 } from '../../../../kit/ids.ts';
import type { SiteClient, SiteResponse } from '../../remote/client.ts';
import type { PageReading } from '../extract/read-page.ts';
import type { Reader } from '../extract/reader.ts';
import { forbidsIndexing } from '../robots.ts';
import type { KnownPage } from '../store.ts';
import { pageOf, type FeedTexts } from '../lists/feed-texts.ts';
import { checked, judgePage, leftOut, lookOf, nothing, type PageLook, type Seen } from './judge-page.ts';

const html = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1' };
const maxPageBytes = 6_000_000;
const signIn = /\/(?:login|log-in|signin|sign-in|wp-login\.php|auth|sso)(?:[/?.]|$)/i;

export type Visits = ReturnType<typeof createVisits>;

/** Reads pages of a site with conditional requests. */
export const createVisits = (
  client: SiteClient,
  reader: Pick<Reader, 'page'>,
  texts: Pick<FeedTexts, 'of'>,
) => {
  const read = (response: SiteResponse, signal: AbortSignal): Promise<PageReading> =>
    reader.page({ html: response.text(), url: response.url.href }, signal);

  return {
    /**
     * Visits one page. A page beyond the bounds is left out with the reason; throws `unavailable` when the site is down
     * or asks to wait.
     */
    async visit(page: KnownPage, missing: PageLook | undefined, signal: AbortSignal): Promise<Seen> {
      try {
        const known = page.state === 'article' || page.state === 'left-out';
        const response = await client.request(page.path, {
          headers: {
            ...html,
            ...(known && page.etag !== '' && { 'if-none-match': page.etag }),
            ...(known && page.lastModified !== '' && { 'if-modified-since': page.lastModified }),
          },
          maxBytes: maxPageBytes,
          shortens: true,
          signal,
        });
        return await look(page, response, missing, signal);
      } catch (error) {
        if (!isFault(error, 'invalid')) throw error;
        return leftOut(error.words);
      }
    },

    /**
     * Requests an address that cannot exist: what the site shows there with status 200 (soft 404), `undefined` when it
     * replies with an error status.
     */
    async missingPage(signal: AbortSignal): Promise<PageLook | undefined> {
      const response = await client.request(missingPath(client), {
        headers: html,
        maxBytes: maxPageBytes,
        signal,
      });
      return response.status === 200 ? lookOf(await read(response, signal)) : undefined;
    },
  };

  async function look(
    page: KnownPage,
    response: SiteResponse,
    missing: PageLook | undefined,
    signal: AbortSignal,
  ): Promise<Seen> {
    const { status, headers } = response;
    if (status === 304)
      return { ...nothing, state: 'unchanged', etag: page.etag, lastModified: page.lastModified };
    if (status === 404 || status === 410) return { ...nothing, state: 'gone' };
    if (headers.get('cf-mitigated') !== null) return checked;
    if (status === 401 || status === 403) return leftOut(explained('left_not_public'));
    if (status >= 500 || status === 408 || status === 425)
      return { ...nothing, state: 'failed', reason: explained('left_status', { status }) };
    if (status !== 200) return leftOut(explained('left_status', { status }));
    const landed = client.address.pathOf(response.url.href) ?? '/';
    if (landed !== page.path)
      return signIn.test(landed)
        ? leftOut(explained('left_to_sign_in'))
        : { ...leftOut(explained('left_elsewhere')), elsewhere: landed };
    if (!/html/i.test(headers.get('content-type') ?? 'text/html')) return leftOut(explained('left_no_page'));
    if (forbidsIndexing(headers.get('x-robots-tag') ?? '')) return leftOut(explained('left_noindex'));
    const reading = await read(response, signal);
    const text = isDrawn(reading) ? texts.of(page.path) : undefined;
    if (text === undefined) return judgePage(client.address, page, { reading, response }, missing);
    const fed = await reader.page({ html: pageOf(text), url: response.url.href }, signal);
    // Validators of the page do not cover the text of its feed.
    return {
      ...judgePage(client.address, page, { reading: fed, response }, undefined),
      etag: '',
      lastModified: '',
    };
  }
};

/** True for a page whose text is rendered by a script. */
const isDrawn = ({ article, reason }: PageReading): boolean =>
  article === undefined &&
  typeof reason === 'object' &&
  ['left_scripts', 'left_no_text'].includes(reason.explanation.code);

/** An address that does not exist on the site. */
export const missingPath = ({ address, origin }: SiteClient): string =>
  `${address.folder}docent-${sha256(origin).slice(0, 12)}`;
