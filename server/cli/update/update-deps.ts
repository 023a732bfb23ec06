import { setTimeout as pause } from 'node:timers/promises';
import type { Env } from '../../env.ts';
import { askService } from '../../start/ask-service.ts';
import type { PackagePlace } from './package-place.ts';
import type { ServiceSwitch } from './service-switch.ts';

/** What an update and the way back work with. */
export interface UpdateDeps {
  readonly env: Env;
  readonly place: PackagePlace;
  readonly service: ServiceSwitch;
  /** The version in force. */
  readonly version: string;
  /** Folder of the backups. */
  readonly backups: string;
  readonly patienceMs: number;
  say(text: string): void;
  /** Asks the person who looks on. */
  agree(question: string): Promise<boolean>;
}

/** Time between two looks at a service that starts. */
const pollMs = 500;

/** Starts the service; resolves with the reason why it is not healthy in time, `''` when it is. */
export async function startHealthy({
  service,
  patienceMs,
}: Pick<UpdateDeps, 'service' | 'patienceMs'>): Promise<string> {
  const address = await service.start();
  let reason = 'it does not answer';
  let isIndexing = false;
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(pollMs)) {
    const reply = await askService(address, '/readyz');
    if (reply?.status === 200) return '';
    if (reply) reason = reasonIn(reply.body);
    isIndexing = reply !== undefined && /"code":"INDEXING"/.test(reply.body);
    if (await service.isDown()) return 'it ends at its start; its log says why';
  }
  // A long first index is no sign of a version that fails.
  return isIndexing ? '' : reason;
}

function reasonIn(body: string): string {
  try {
    const { error }: { error?: unknown } = JSON.parse(body);
    return typeof error === 'string' ? error : 'it gives no reason';
  } catch {
    return 'it gives no reason';
  }
}
