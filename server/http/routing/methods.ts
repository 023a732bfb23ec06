import { specGroups } from '../../../contract/api.ts';
import type { Endpoint, Group } from '../../../contract/endpoint.ts';
import { site } from '../../../contract/site/site.ts';
import { pathsOf } from './paths.ts';

interface Place {
  readonly matches: RegExp;
  readonly methods: Set<string>;
  /** False for paths of the specification, where any other method is answered like an unknown path (WIRE10). */
  readonly saysSo: boolean;
}

/** The methods that a path of the contract has. */
export type MethodsAt = (path: string) => { readonly methods: readonly string[]; readonly saysSo: boolean };

/** Finds the methods of paths; the pages of the site, which may be anywhere, count for none. */
export function createMethodsAt(groups: Iterable<Group>, consolePath?: string): MethodsAt {
  const spec = new Set(specGroups);
  const places = new Map<string, Place>();
  for (const group of groups) {
    if (group.name === site.name) continue;
    for (const endpoint of Object.values(group.endpoints)) {
      if (isRefused(endpoint)) continue;
      for (const path of pathsOf(group, endpoint, consolePath)) {
        const place = places.get(path) ?? {
          matches: patternOf(path),
          methods: new Set(['OPTIONS']),
          saysSo: !spec.has(group) && group.prefix !== 'public',
        };
        place.methods.add(endpoint.method);
        if (endpoint.method === 'GET') place.methods.add('HEAD');
        places.set(path, place);
      }
    }
  }
  return (path) => {
    const found = [...places.values()].filter(({ matches }) => matches.test(path));
    return {
      methods: [...new Set(found.flatMap(({ methods }) => [...methods]))].toSorted(),
      saysSo: found.every(({ saysSo }) => saysSo),
    };
  };
}

/** Whether an operation is there to say what is missing: it is described without any reply but failures. */
const isRefused = ({ reply }: Endpoint): boolean =>
  reply.kind === 'document' && Object.keys({ ...reply.content, ...reply.without }).length === 0;

/** A path of the contract as a pattern; each parameter is one segment, so its steps grow with the length alone. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/(\{\w+\*?\})/)
      .map((part) => (part.startsWith('{') ? '[^/]+' : part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
      .join('')}$`,
  );
