import { explained } from '../../kit/explained.ts';
import { invalid } from '../../kit/fault.ts';
import { createWorkerPool } from '../../work/threads/worker-pool.ts';
import type { DocumentKind } from '../../kit/files/document-kind.ts';
import { documentLimits, type ReadDocument } from './document.ts';
import type { DocumentOperations } from './document-worker.ts';

/** Reads documents one after the other in a thread with bounds on time and memory. */
export interface DocumentReader extends AsyncDisposable {
  /** Throws the Fault `invalid` with the reason why a document is left out. */
  read(kind: DocumentKind, bytes: Uint8Array): Promise<ReadDocument>;
}

export function createDocumentReader({
  memoryMb = documentLimits.memoryMb,
}: { readonly memoryMb?: number } = {}): DocumentReader {
  const threads = createWorkerPool<DocumentOperations>({
    module: new URL('./document-worker.ts', import.meta.url),
    name: 'reading documents',
    size: 1,
    limitMs: documentLimits.readingMs,
    memoryMb,
    refusals: {
      slow: () => invalid(explained('document_slow', { seconds: documentLimits.readingMs / 1000 })),
      large: () => invalid(explained('document_memory', { size: memoryMb })),
    },
  });
  const never = new AbortController().signal;
  return {
    read: (kind, bytes) => threads.run('read', { kind, bytes }, never),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  };
}
