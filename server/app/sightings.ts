import { createAllowedOrigins } from '../features/site/allowed-origins.ts';
import { createSightings } from '../features/widget-config/sightings.ts';
import { matchesOrigin } from '../http/connection/origin-patterns.ts';
import type { Foundation } from './foundation.ts';

/** The pages on which the widget has been seen. */
export function sightingsOf({
  db,
  host,
  config,
  now,
  allowedOrigins = [],
  consolePath = '/console',
}: Foundation) {
  const allowed = createAllowedOrigins({ host, config, operators: allowedOrigins });
  const isAllowed = async (origin: string) =>
    (await allowed()).some((pattern) => matchesOrigin(pattern, origin));
  return createSightings({ db, now, consolePath, isAllowed });
}
