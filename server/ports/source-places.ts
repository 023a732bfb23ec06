import type { SourceCredential, SourceFields } from '../../contract/operator/sources.ts';
import type { Host } from './host.ts';

/** Where a source is. */
export type SourcePlace = Pick<SourceFields, 'kind' | 'address' | 'platform' | 'folder' | 'ending'>;

/** What a source is read by. The addresses of its articles are whole, or empty where they have no page. */
export type SourceHost = Pick<
  Host,
  'heads' | 'article' | 'whole' | 'readDocuments' | 'health' | 'problems' | 'close'
> & {
  /** Waits for the documents that the articles link to; resolves with true when others are there than were listed last. */
  readonly documentsRead?: () => Promise<boolean>;
};

/** What a site asks for before it shows its articles. Never logged, and sent to this site alone. */
export type SourceCredentials = { readonly [Name in SourceCredential]?: string | undefined };

/** Opens the sources beside the site. */
export interface SourcePlaces {
  /** True when the operator has opened a folder for sources. */
  readonly hasFolders: boolean;
  /** Articles of all sources together at most. */
  readonly mostPages: number;
  /** The place as it is stored. Throws `invalid` for one, or for credentials, that cannot be right. */
  check(place: SourcePlace, credentials?: SourceCredentials): Promise<SourcePlace>;
  /** Looks at a place without reading it. Throws `invalid` and `unavailable`. */
  look(place: SourcePlace, credentials: SourceCredentials, signal: AbortSignal): Promise<LookedAtSource>;
  /** Opens a checked place under the key of its source, which reads so many articles at most. */
  open(key: string, place: SourcePlace, pages: number, credentials: SourceCredentials): Promise<SourceHost>;
  /** Encrypts a secret for its owner, for whom alone it can be decrypted. */
  seal(secret: string, owner: string): Promise<string>;
  /** The secret of a stored text; `undefined` when another installation has stored it, or for another owner. */
  unseal(stored: string, owner: string): Promise<string | undefined>;
  /** Deletes what was kept to read any source but these. */
  keepOnly(keys: ReadonlySet<string>): Promise<void>;
}

export interface LookedAtSource {
  /** The address that answered. */
  readonly address: string;
  /** Name of the platform as its makers write it. */
  readonly platform: string;
  /** Markdown files of a folder. */
  readonly articles?: number;
  /** Status by which the front page of a site refuses a reader with these credentials. */
  readonly refused?: number;
}
