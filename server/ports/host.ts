import type { Words } from '../../contract/explanations/explained.ts';
import type { TokenScope } from '../../contract/account.ts';
/** A tag or category of an article. */
export interface Term {
  readonly name: string;
  readonly slug: string;
}

/** An article as a list returns it, without its text. Times are ISO-8601 instants with `Z`, `''` when unknown. */
export interface ArticleHead {
  readonly id: string;
  /** Opaque; changes whenever anything that visitors may read has changed. */
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
  /** True when a person wrote the excerpt, which must not be overwritten unasked. */
  readonly excerptIsManual: boolean;
  /** `limited` articles are published for some people only and never reach visitors. */
  readonly visibility: 'public' | 'limited';
  /** Set when lists leave it out, though everybody may read it. */
  readonly isUnlisted?: true;
  /** Set for a page that stands for itself, such as opening hours, where the platform keeps pages and posts apart. */
  readonly isPage?: true;
}

/** A published article with its text. */
export interface Article extends ArticleHead {
  readonly body: { readonly format: 'html' | 'markdown'; readonly text: string };
}

/** Capabilities of the host; features check these, not its kind. */
export interface HostDescription {
  readonly kind: 'embedded' | 'halo' | 'wordpress' | 'ghost' | 'web';
  readonly version: string;
  readonly siteTitle: string;
  /** Title by language (`zh`, `en`), where the site has one for each. */
  readonly siteTitles?: Readonly<Record<string, string>>;
  readonly canWriteExcerpts: boolean;
  readonly maxExcerptLength: number | null;
  readonly countsVisits: boolean;
  readonly canDeleteImages: boolean;
  /** `https://host` of the site's pages, when Docent does not serve them. */
  readonly siteOrigin?: string;
  /** Path of the platform's administration, which Docent must not take when it stands beside it. */
  readonly adminPath?: string;
  /** Path at which the platform's users sign out. */
  readonly signOutPath?: string;
}

/** Availability of the platform. */
export interface HostHealth {
  readonly ok: boolean;
  /** Reason why it cannot be reached, or what was left out although it can; `''` when healthy. */
  readonly reason: Words;
  /** Start of the outage, an ISO-8601 instant. */
  readonly since?: string;
}

/** A change notification of the platform, as received. */
export interface SiteHint {
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/**
 * Role of the caller: `user` is known to the host but not an administrator, `token` is a program that may call the operations of its
 * scope.
 */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string; readonly scope: Exclude<TokenScope, 'admin'> }
  | { readonly kind: 'admin'; readonly id: string; readonly via: 'token' | 'cookie' };

/** Parts of a request that may authenticate the caller, and the address that it comes from. */
export interface Credentials {
  readonly address?: string | undefined;
  readonly authorization: string | undefined;
  readonly cookies: Readonly<Record<string, string | undefined>>;
}

/** A storage policy for images on the host. */
export interface ImagePolicy {
  readonly id: string;
  readonly label: string;
  readonly isDefault: boolean;
}

export interface StoredImage {
  readonly id: string;
  /** Site-relative or absolute address for browsers. */
  readonly url: string;
}

/** A page, file or text that the host serves. */
export interface SitePage {
  readonly status: 200 | 404 | 301 | 302;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly location?: string;
  readonly cacheSeconds?: number;
}

/** A file of the site that was left out, and the reason. */
export interface HostProblem {
  readonly path: string;
  readonly line?: number | undefined;
  readonly reason: Words;
}

/**
 * The publishing platform beside which Docent runs. Every method may be slow, may throw the Faults `unavailable`,
 * `not-found`, `forbidden`, `conflict` or `invalid`, and honours its signal.
 */
export interface Host {
  describe(): HostDescription;
  /** All published articles in any order; an article missing from a complete iteration is gone. */
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
  /** Calls `hint` (debounced) when articles may have changed; always read again. */
  onChange(hint: () => void): { close(): void };
  /**
   * Takes a signed change notification of the platform; always read again. Throws `unauthenticated` for a wrong
   * signature. Missing on hosts that send none.
   */
  receiveHint?(hint: SiteHint): Promise<void>;
  /** Pages served by Docent: the site of the embedded host; a page to try and redirects to the site for others. */
  page?(
    path: string,
    request: {
      readonly language: string;
      readonly origin: string;
      readonly consolePath?: string;
      /** Articles are Markdown at the path of their page with `.md`. */
      readonly hasMarkdown?: boolean;
    },
  ): Promise<SitePage | undefined>;
  /** Says whether documents of the site (PDF, DOCX, EPUB) are articles too; at first they are not. Missing where the host reads none. */
  readDocuments?(isOn: boolean): void;
  /** Files of the site that were left out because they cannot be read; missing where the host does not know. */
  problems?(): readonly HostProblem[];
  /** The first hundred pages that are no articles, with the reasons; missing where the host lists articles alone. */
  leftOut?(): readonly HostProblem[];
  /**
   * When the site was last read without a failure, in epoch milliseconds; `undefined` before the first time. Missing, or `Infinity`, where
   * `heads` reads the site itself.
   */
  lastRead?(): number | undefined;
  /** Resolves when all that is known has been looked at once; missing where `heads` reads the whole site itself. */
  whole?(): Promise<void>;
  health(signal?: AbortSignal): Promise<HostHealth>;
  close(): Promise<void>;
}
