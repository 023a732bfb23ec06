import { littleDiskBytes } from '../../../contract/doctor.ts';
import { shellWord } from '../../../contract/explanations/shell-word.ts';
import type { DatabaseHealth } from '../../kit/database.ts';
import { explained, inField } from '../../kit/explained.ts';
import { fine, notSeen, type Found } from './found.ts';

/** Facts about the data folder. */
export interface FolderFacts {
  readonly path: string;
  readonly isWritable: boolean;
  readonly isReadableByOthers: boolean;
  readonly freeBytes: number;
}

const leastNode = 24;
/** Below this free space nothing can be stored, and answers are refused. */
const fullBytes = 2 * 1024 ** 2;

export function checkRuntime(node: string): Found {
  const major = Number(node.split('.')[0]);
  if (major >= leastNode) return fine(explained('doctor_node', { version: node }), node);
  return {
    level: 'problem',
    code: 'node_old',
    subject: node,
    ...inField('message', explained('doctor_node_old', { version: node, least: leastNode })),
    remedy: `Install Node.js ${leastNode} or newer`,
  };
}

export async function checkFolder(look: (() => Promise<FolderFacts>) | undefined): Promise<readonly Found[]> {
  if (!look) return [notSeen('no_folder', explained('doctor_no_folder'))];
  const { path, isWritable, isReadableByOthers } = await look();
  if (!isWritable)
    return [
      {
        level: 'problem',
        code: 'folder_unwritable',
        subject: path,
        ...inField('message', explained('doctor_folder_unwritable', { path })),
        remedy: 'Make it writable for the user that the service runs as',
      },
    ];
  if (!isReadableByOthers) return [fine(explained('doctor_folder', { path }), path)];
  return [
    {
      level: 'warning',
      code: 'folder_open',
      subject: path,
      ...inField('message', explained('doctor_folder_open', { path })),
      remedy: `chmod 0700 ${shellWord(path)}`,
    },
  ];
}

export async function checkDisk(look: (() => Promise<FolderFacts>) | undefined): Promise<readonly Found[]> {
  if (!look) return [notSeen('no_folder', explained('doctor_no_folder'))];
  const { freeBytes } = await look();
  const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB`;
  if (freeBytes < fullBytes)
    return [
      {
        level: 'problem',
        code: 'disk_full',
        subject: free,
        ...inField('message', explained('disk_full')),
        remedy: 'Free some space; nothing is answered until then',
      },
    ];
  if (freeBytes >= littleDiskBytes) return [fine(explained('doctor_disk', { free }), free)];
  return [
    {
      level: 'warning',
      code: 'disk_little',
      subject: free,
      ...inField('message', explained('doctor_disk_little', { free })),
      remedy: 'Free some space, or shorten the retention of chat logs',
    },
  ];
}

export const checkDatabase = ({ ok, reason }: DatabaseHealth): Found =>
  ok
    ? fine(explained('doctor_database'))
    : {
        level: 'problem',
        code: 'database',
        subject: '',
        message: reason,
        remedy: 'Read the log of the service; free some space, or see that the database server runs',
      };
