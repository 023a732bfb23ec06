/** Settings of a site that another platform publishes. */
export interface NamedSite {
  /** Start address; may be a folder of its host. */
  readonly url: URL;
  /** Platform; `undefined` means that it is detected. */
  readonly kind: 'wordpress' | 'ghost' | 'halo' | 'web' | undefined;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly parallel: number;
  readonly maxPages: number;
  /** Secret that the platform signs its pushes with. */
  readonly hintSecret: string | undefined;
  readonly wordpress: { readonly user: string; readonly password: string } | undefined;
  readonly ghost: { readonly contentKey: string | undefined; readonly adminKey: string | undefined };
  readonly halo: { readonly token: string | undefined };
}
