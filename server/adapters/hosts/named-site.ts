import type { SiteAccess } from './remote/client.ts';
import type { PlatformKind, PlatformSettings } from './platform-settings.ts';

/** Settings of a site that another platform publishes, with those of each platform under its kind. */
export interface NamedSite extends PlatformSettings {
  /** Start address; may be a folder of its host. */
  readonly url: URL;
  /** Platform; `undefined` means that it is detected. */
  readonly kind: PlatformKind | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly parallel: number;
  /** False where it must not be at a private address; it may be unless given. */
  readonly mayBePrivate?: boolean;
  readonly maxPages: number;
  /** False when only the posts of a platform are read, not its single pages. */
  readonly withPages: boolean;
  /** User of a site that is closed to visitors. */
  readonly access?: SiteAccess | undefined;
  /** Secret that the platform signs its pushes with. */
  readonly hintSecret: string | undefined;
}
