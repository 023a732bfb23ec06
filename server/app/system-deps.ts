import type { Knowledge } from '../features/knowledge/knowledge.ts';
import { serviceVersion } from '../kit/version.ts';
import type { Foundation } from './foundation.ts';

/** What the state of the installation is made of. */
export const systemDeps = (
  base: Foundation,
  parts: { readonly knowledge: Knowledge; readonly notices: { readonly waiting: () => Promise<number> } },
) => ({
  ...base,
  version: serviceVersion,
  knowledge: parts.knowledge,
  queues: { calls: base.usage.waitingCalls, jobs: base.jobs.running, notices: parts.notices.waiting },
  searchEngine: base.engine && (() => base.engine?.problem() ?? Promise.resolve('')),
});
