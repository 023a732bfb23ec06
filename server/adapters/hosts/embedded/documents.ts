import { join } from 'node:path';
import { createDocumentReader } from '../../documents/document-reader.ts';
import { createDocumentShelf, type FoundDocument } from '../../documents/document-shelf.ts';
import { documentLimits } from '../../documents/document.ts';
import { createKeptDocuments } from '../../documents/kept-documents.ts';
import type { SiteDocuments } from '../../documents/with-documents.ts';
import { explained } from '../../../kit/explained.ts';
import type { Log } from '../../../ports/log.ts';
import { idOf } from './content/article.ts';
import { fileFailure, readInside, type FoundFile } from './content/folder.ts';
import { mediaUrl } from './content/links.ts';
import { isDiskAway } from './content/patient-disk.ts';

/** The PDF, DOCX and EPUB files of a content folder as articles, unless the owner does not want them. */
export function createFolderDocuments(deps: {
  readonly root: string;
  readonly dataDir: string;
  readonly log: Log;
  /** The documents as the last scan found them. */
  readonly found: () => readonly FoundFile[];
  readonly changed: () => void;
  /** Address of a file where another service publishes it. */
  readonly urlOf?: ((path: string) => string) | undefined;
}): SiteDocuments & { readonly look: () => void; readonly whole: () => Promise<void> } {
  const { root, dataDir, log, found, changed, urlOf = mediaUrl } = deps;
  const kept = createKeptDocuments(join(dataDir, 'index', 'documents'));
  const shelf = createDocumentShelf({ reader: createDocumentReader(), kept, log, changed });
  let isOn = false;

  const look = (): void =>
    shelf.offer(isOn ? found().map((file) => documentAt(root, file, urlOf(file.path))) : []);
  return {
    ...shelf,
    look,
    setOn(next) {
      isOn = next;
      look();
    },
  };
}

const documentAt = (root: string, { path, stamp, modifiedAt }: FoundFile, url: string): FoundDocument => ({
  id: idOf(path),
  path,
  url,
  stamp,
  modifiedAt,
  async load() {
    try {
      const file = await readInside(root, path, documentLimits.bytes);
      if (!file) return explained('file_missing');
      return file.bytes ?? explained('file_long', { bytes: documentLimits.bytes });
    } catch (error) {
      if (isDiskAway(error)) throw error;
      return fileFailure(error);
    }
  },
});
