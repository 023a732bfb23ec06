import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Literal } from './literals.ts';

/** An expression that a program has put together, with the place in the sources. */
export interface Made extends Literal {
  readonly file: string;
}

/**
 * Loads sources and notes the expressions that they put together. Those of constants are made while a module is loaded; `calls` are made for
 * those within functions. The constructor is watched for the rest of the process.
 */
export async function assembledIn(
  root: string,
  files: readonly string[],
  calls: (load: (file: string) => Promise<Record<string, unknown>>) => Promise<void>,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, args, self) {
      const expression = Reflect.construct(target, args, self) as RegExp;
      const place = placeIn(new Error('made here').stack ?? '', root);
      if (place) made.push({ ...place, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  const load = (file: string) =>
    import(pathToFileURL(join(root, file)).href) as Promise<Record<string, unknown>>;
  for (const file of files) await load(file);
  await calls(load);
  return made;
}

/** The first place of a stack that is in the sources below `root`. */
function placeIn(stack: string, root: string): { readonly file: string; readonly line: number } | undefined {
  const below = `${pathToFileURL(root).href}/`;
  for (const line of stack.split('\n')) {
    const at = line.indexOf(below);
    const place = at < 0 ? undefined : /^([^:]+):(\d+):\d+/.exec(line.slice(at + below.length));
    if (place?.[1] === undefined || place[1].startsWith('build/')) continue;
    return place[1].startsWith('node_modules/')
      ? undefined
      : { file: place[1].replaceAll('/', process.platform === 'win32' ? '\\' : '/'), line: Number(place[2]) };
  }
  return undefined;
}
