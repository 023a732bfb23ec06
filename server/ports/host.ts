/** A tag or category of an article. */
export interface Term {
  readonly name: string;
  readonly slug: string;
}

/** An article as a list returns it, without its text. Times are ISO-8601 instants with `Z`, `''` when unknown. */
export interface ArticleHead {
  readonly id: string;
  /** Opaque text that changes whenever anything visitors may read has changed. */
  readonly revision: string;
  readonly title: string;
  /** Site-relative path of the page. */
  readonly url: string;
  readonly tags: readonly Term[];
  readonly categories: readonly Term[];
  readonly publishedAt: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  /** Page views, `null` when the host does not count them. */
  readonly visits: number | null;
  readonly excerpt: string;
  /** A person wrote the excerpt; it must not be overwritten unasked. */
  readonly excerptIsManual: boolean;
  /** `limited` articles are published but not for everybody: they never reach visitors. */
  readonly visibility: 'public' | 'limited';
}

/** A published article with its text. */
export interface Article extends ArticleHead {
  readonly body: { readonly format: 'html' | 'markdown'; readonly text: string };
}

/** Capabilities of the host; features check these instead of its kind. */
export interface HostDescription {
  readonly kind: 'embedded' | 'halo' | 'wordpress' | 'ghost' | 'web';
  readonly version: string;
  readonly siteTitle: string;
  /** The title in single languages (`zh`, `en`), where the site has one for each. */
  readonly siteTitles?: Readonly<Record<string, string>>;
  readonly canWriteExcerpts: boolean;
  readonly maxExcerptLength: number | null;
  readonly countsVisits: boolean;
  readonly canDeleteImages: boolean;
  /** `https://host` of the site's own pages, when Docent is not what serves them. */
  readonly siteOrigin?: string;
}

/** True when the platform can be reached. */
export interface HostHealth {
  readonly ok: boolean;
  /** Why it cannot, or what is left out although it can; `''` when all is well. */
  readonly reason: string;
  /** Since when it cannot, an ISO-8601 instant. */
  readonly since?: string;
}

/** A push from the platform as it came in. */
export interface SiteHint {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** The caller's role: `user` is known to the host but is no administrator. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'admin'; readonly id: string; readonly via: 'token' | 'cookie' };

/** The parts of a request that may prove who calls. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

/** A place the host stores images in. */
export interface ImagePolicy {
  readonly id: string;
  readonly label: string;
  readonly isDefault: boolean;
}

export interface StoredImage {
  readonly id: string;
  /** Site-relative or absolute address that a browser can load. */
  readonly url: string;
}

/** A page, file or text that the host itself serves. */
export interface SitePage {
  readonly status: 200 | 404 | 301 | 302;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly location?: string;
  readonly cacheSeconds?: number;
}

/** A file of the site that is left out, and why. */
export interface HostProblem {
  readonly path: string;
  readonly line?: number | undefined;
  readonly reason: string;
}

/**
 * The publishing platform beside which Docent runs. Every method may be slow or fail with the Faults `unavailable`,
 * `not-found`, `forbidden`, `conflict` or `invalid`, and honours its signal.
 */
export interface Host {
  describe(): HostDescription;
  /** All published articles in no particular order; an article that is absent from a finished walk is gone. */
  heads(signal?: AbortSignal): AsyncIterable<ArticleHead>;
  /** The article as visitors may read it, `undefined` when it does not exist or is not published. */
  article(id: string, signal?: AbortSignal): Promise<Article | undefined>;
  /** Writes the excerpt; `''` clears it. Resolves with the article's new revision. */
  writeExcerpt(id: string, excerpt: string, options: { readonly signal?: AbortSignal }): Promise<string>;
  /** Identifies the caller by credentials; anonymous when they are not valid. */
  identify(credentials: Credentials, signal?: AbortSignal): Promise<Caller>;
  imagePolicies(signal?: AbortSignal): Promise<readonly ImagePolicy[]>;
  putImage(
    image: { readonly bytes: Uint8Array; readonly mediaType: string; readonly fileName: string },
    policyId: string,
    ownerMark: string,
  ): Promise<StoredImage>;
  getImage(url: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
  deleteImage(id: string): Promise<void>;
  /** Calls back when articles may have changed (debounced); a hint only, always re-read. */
  onChange(hint: () => void): { close(): void };
  /**
   * Takes a signed push of the platform: something has changed, always re-read. Throws `unauthenticated` when the
   * signature is not right; absent on hosts that push nothing.
   */
  receiveHint?(hint: SiteHint): Promise<void>;
  /** Pages that Docent serves: the site of the embedded host, a page to try and redirects to the site of others. */
  page?(
    path: string,
    request: { readonly language: string; readonly origin: string },
  ): Promise<SitePage | undefined>;
  /** What of the site is left out because it cannot be read; absent where the host does not know. */
  problems?(): readonly HostProblem[];
  health(signal?: AbortSignal): Promise<HostHealth>;
  close(): Promise<void>;
}
