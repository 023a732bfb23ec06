import { readRegistry } from './manifest.ts';
import registry from './registry.json' with { type: 'json' };

/** The models that come with Docent by name, and where their files are. */
export const knownModels = readRegistry(registry);
