import { expect, test } from 'vitest';
import { builtinRoutes } from '../../server/features/intent-routes/builtin-routes.ts';
import { routeExample } from './route-names.ts';

test.each(['zh', 'en'] as const)(
  'IR13: the example of a shipped route leads to it, and to no other, %s',
  (language) => {
    for (const { id } of builtinRoutes) {
      const example = routeExample(id, language) ?? '';
      const led = builtinRoutes.filter(({ triggerPatterns }) =>
        triggerPatterns.some((pattern) => new RegExp(pattern, 'i').test(example)),
      );
      expect(led.map((route) => route.id)).toEqual([id]);
    }
  },
);
