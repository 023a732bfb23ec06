import { explained } from '../../kit/explained.ts';
import { isFault, unavailable } from '../../kit/fault.ts';
import { readHtml } from '../../markup/html-events.ts';
import type { SiteClient } from './remote/client.ts';

/** Signs in a front page of the platform that generated it. */
export interface FrontPage {
  /** HTTP status of the answer, whatever it is. */
  readonly status: number;
  /** The header `link`; `''` without one. */
  readonly linkHeader: string;
  /** The programs that the page names as its generators. */
  readonly generator: string;
  /** Attributes of its first links and scripts, in order. */
  readonly elements: readonly {
    readonly name: 'link' | 'script';
    readonly attributes: ReadonlyMap<string, string>;
  }[];
}

/** Limits of the requests by which a platform is detected. */
export const detectionLimits = { maxBytes: 6_000_000, limitMs: 20_000, urgent: true } as const;

/** Maximum of elements kept; pages with thousands of links and scripts are broken or hostile. */
const maxElements = 5_000;

/** The front page. Throws `unavailable` with the right address when the site has another one. */
export const readFrontPage = async (
  client: SiteClient,
  signal: AbortSignal | undefined,
): Promise<FrontPage> => {
  try {
    // Halo redirects to its setup page only for clients that accept HTML.
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const page = await client.request(client.address.folder, { ...detectionLimits, signal, headers });
    return { status: page.status, ...signsIn(page.text(), page.headers.get('link') ?? '') };
  } catch (error) {
    const host = isFault(error, 'invalid') ? error.explanation?.params['host'] : undefined;
    if (host === undefined) throw error;
    throw unavailable(explained('site_redirects_away', { host }));
  }
};

const signsIn = (html: string, linkHeader: string): Omit<FrontPage, 'status'> => {
  let generator = '';
  const elements: FrontPage['elements'][number][] = [];
  readHtml(html, {
    open(name, attributes) {
      if (name === 'meta' && attributes.get('name')?.toLowerCase() === 'generator')
        generator += ` ${attributes.get('content') ?? ''}`;
      if ((name === 'link' || name === 'script') && elements.length < maxElements)
        elements.push({ name, attributes });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { linkHeader, generator, elements };
};
