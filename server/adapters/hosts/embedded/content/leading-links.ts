import { lstat, readlink, stat } from 'node:fs/promises';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { unlessGone } from './folder.ts';
import { fromDisk, isDiskAway } from './patient-disk.ts';

/** A symbolic link on the way to a folder, or what is missing there, and what it is known by: the folder that holds it on its disk. */
export interface LeadingLink {
  readonly link: string;
  readonly identity: string;
}

/** As many as Linux follows. */
const mostLinks = 40;

/** The links on the way to `root`, and the first name that is not there, which may come. Rejects when the disk does not answer. */
export async function leadingLinks(root: string): Promise<readonly LeadingLink[]> {
  const links: LeadingLink[] = [];
  let [at, rest] = fromTop(root);
  try {
    for (let name = rest.shift(); name !== undefined && links.length < mostLinks; name = rest.shift()) {
      const link = join(at, name);
      const about = await unlessGone(fromDisk(root, () => lstat(link)));
      if (about && !about.isSymbolicLink()) {
        at = link;
        continue;
      }
      const { dev, ino } = await fromDisk(root, () => stat(dirname(link)));
      links.push({ link, identity: `${dev} ${ino}` });
      if (!about) break;
      const target = await fromDisk(root, () => readlink(link));
      [at, rest] = fromTop(resolve(at, target), rest);
    }
  } catch (error) {
    if (isDiskAway(error)) throw error;
  }
  return links;
}

/** The top folder, and the names from there to a path and on. */
function fromTop(path: string, further: readonly string[] = []): [string, string[]] {
  const whole = resolve(path);
  const { root } = parse(whole);
  return [root, [...whole.slice(root.length).split(sep).filter(Boolean), ...further]];
}
