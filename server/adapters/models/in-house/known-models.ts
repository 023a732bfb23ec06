import { readRegistry } from './manifest.ts';
import registry from './registry.json' with { type: 'json' };

/** The models that Docent knows by name, with the sources of their files. */
export const knownModels = readRegistry(registry);
