import type { DatabaseHealth } from '../../kit/database.ts';
import { fine, notSeen, type Found } from './found.ts';

/** Facts about the data folder. */
export interface FolderFacts {
  readonly path: string;
  readonly isWritable: boolean;
  readonly isReadableByOthers: boolean;
  readonly freeBytes: number;
}

const leastNode = 24;
/** Below this free space a warning is due. */
const littleBytes = 1024 ** 3;

export function checkRuntime(node: string): Found {
  const major = Number(node.split('.')[0]);
  if (major >= leastNode) return fine(`Node.js ${node}`, node);
  return {
    level: 'problem',
    code: 'node_old',
    subject: node,
    message: `Node.js ${node} is older than ${leastNode}`,
    remedy: `Install Node.js ${leastNode} or newer`,
  };
}

export async function checkFolder(look: (() => Promise<FolderFacts>) | undefined): Promise<readonly Found[]> {
  if (!look) return [notSeen('no_folder', 'There is no data folder to look at')];
  const { path, isWritable, isReadableByOthers } = await look();
  if (!isWritable)
    return [
      {
        level: 'problem',
        code: 'folder_unwritable',
        subject: path,
        message: `${path} cannot be written`,
        remedy: 'Make it writable for the user that the service runs as',
      },
    ];
  if (!isReadableByOthers) return [fine(`${path} can be written, and is for its owner alone`, path)];
  return [
    {
      level: 'warning',
      code: 'folder_open',
      subject: path,
      message: `Other users of the machine can look into ${path}`,
      remedy: `chmod 0700 ${path}`,
    },
  ];
}

export async function checkDisk(look: (() => Promise<FolderFacts>) | undefined): Promise<readonly Found[]> {
  if (!look) return [notSeen('no_folder', 'There is no data folder to look at')];
  const { freeBytes } = await look();
  const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB`;
  if (freeBytes >= littleBytes) return [fine(`${free} are free`, free)];
  return [
    {
      level: 'warning',
      code: 'disk_little',
      subject: free,
      message: `Only ${free} are free on the disk of the data folder`,
      remedy: 'Free some space, or shorten the retention of chat logs',
    },
  ];
}

export const checkDatabase = ({ ok, reason }: DatabaseHealth): Found =>
  ok
    ? fine('The database answers')
    : {
        level: 'problem',
        code: 'database',
        subject: '',
        message: reason,
        remedy: 'Read the log of the service; free some space, or see that the database server runs',
      };
