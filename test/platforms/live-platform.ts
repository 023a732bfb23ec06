import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedSite } from '../../server/adapters/hosts/named-site.ts';
import type { HostDescription } from '../../server/ports/host.ts';
import { signedHint } from '../fakes/signed-hint.ts';

export interface LiveArticle {
  readonly name: string;
  readonly title: string;
  readonly html: string;
  readonly tags?: readonly string[];
  /** Published, but not for everybody. */
  readonly isLimited?: boolean;
}

/** A real site whose author a test plays. */
export interface LivePlatform extends AsyncDisposable {
  readonly origin: string;
  /** The kind that Docent should detect. */
  readonly kind: HostDescription['kind'];
  readonly settings?: Partial<NamedSite>;
  /** Publishes articles or, by the same names, new versions of them. */
  publish(...articles: readonly LiveArticle[]): Promise<void>;
  /** Takes an article back: it stays with its author, but visitors no longer see it. */
  unpublish(name: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Address for push notifications, and their shared secret. */
export interface PushTarget {
  readonly origin: string;
  readonly secret: string;
}

/** A folder that `.ci/platforms` has filled; `''` when there is none. */
const installed = process.env['DOCENT_TEST_PLATFORMS'] ?? '';

/** Folder of an installed platform; `undefined` when it is not installed. */
export const platformFolder = (...path: readonly string[]): string | undefined => {
  const folder = join(installed, ...path);
  return installed !== '' && existsSync(folder) ? folder : undefined;
};

/** Tells Docent that pages have changed, as a publishing script would. */
export const push = async ({ origin, secret }: PushTarget, urls: readonly string[]): Promise<void> => {
  const { headers, body } = signedHint(secret, { urls });
  const reply = await fetch(`${origin}/apis/api.ai-suite.svc.run/v1alpha1/site-changes`, {
    method: 'POST',
    headers,
    body,
  });
  if (!reply.ok) throw new Error(`Docent answers ${reply.status} to a push: ${await reply.text()}`);
};
