import type { ChangeAction, ChangeArea } from '../../../contract/operator/changes.ts';

/** A change to be recorded. Its fields never hold a secret. */
export interface NewChange {
  readonly area: ChangeArea;
  readonly action: ChangeAction;
  readonly subject: string;
  readonly by: string;
  readonly revision?: number;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}
