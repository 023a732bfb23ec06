import type { HostDescription } from './host.ts';

export type SiteKind = Exclude<HostDescription['kind'], 'embedded'>;

/** A site as it is connected in the console. */
export interface SiteChoice {
  readonly address: string;
  /** `undefined`: the platform is detected. */
  readonly kind: SiteKind | undefined;
  /** Credentials of platforms, by the names of their settings. Never logged or sent. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** What the page of the site needs of the host adapters. */
export interface SiteAdmin {
  /** The operator's settings that name the site, which then is theirs; none where the console decides. */
  readonly fixedBy: readonly string[];
  /** Names of the credentials that each platform knows. */
  readonly credentialNames: Readonly<Record<SiteKind, readonly string[]>>;
  /** Looks at the front page of a site without reading it. Throws `invalid` and `unavailable`. */
  look(choice: SiteChoice, signal: AbortSignal): Promise<LookedAt>;
  /** Throws `invalid` for an address or credentials that cannot be right. */
  check(choice: SiteChoice): void;
  /** Reads this site from now on, `undefined` for the sample; once for each revision. */
  use(choice: SiteChoice | undefined, revision: number): Promise<void>;
  seal(secret: string, owner: string): Promise<string>;
  /** The secret of a stored text; `undefined` when another installation has stored it. */
  unseal(stored: string, owner: string): Promise<string | undefined>;
}

/** What the front page of a site says. */
export interface LookedAt {
  /** The address that answered. */
  readonly address: string;
  readonly kind: SiteKind;
  /** Name of the platform as its makers write it. */
  readonly platform: string;
  /** A platform whose interface does not answer visitors, so that the pages are read instead. */
  readonly closed?: { readonly platform: string; readonly status: string };
  /** Status by which the front page refuses visitors, so that perhaps nothing can be read. */
  readonly refused?: number;
}
