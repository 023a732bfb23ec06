import type { PlatformReply, PlatformRequest } from '../fake-platform.ts';
import { envelope, problem } from './fake-halo-wire.ts';
import { haloPaths } from './halo-site.ts';
import { patched, type PatchStep } from './json-patch.ts';

interface Attachment {
  metadata: { name: string; annotations?: Record<string, string>; finalizers: readonly string[] };
  spec: { policyName: string; displayName: string; mediaType: string; ownerName: string };
  status: { permalink: string; thumbnails: Record<string, string> };
}

const policy = (name: string, displayName: string, templateName: string) => ({
  metadata: { name, version: 1 },
  spec: { displayName, templateName, configMapName: `${name}-config` },
});

/** Attachments of the fake: each is a record, and a file that goes only where the record's annotations name it. */
export const createFakeAttachments = () => {
  const records = new Map<string, Attachment>();
  const files = new Map<string, Buffer>();
  const busy = new Set<string>();
  const policies = [policy('default-policy', '本地存储', 'local')];
  let count = 0;

  const store = (file: Buffer, policyName: string): Attachment => {
    const name = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
    const fileName = `图 ${count}.png`;
    const uri = `/upload/${encodeURIComponent(fileName)}`;
    const isLocal =
      policies.find(({ metadata }) => metadata.name === policyName)?.spec.templateName === 'local';
    files.set(uri, file);
    const attachment: Attachment = {
      metadata: {
        name,
        annotations: isLocal
          ? { 'storage.halo.run/local-relative-path': `upload/${fileName}`, 'storage.halo.run/uri': uri }
          : { 'plugin.storage/object-key': fileName },
        finalizers: ['attachment-manager'],
      },
      spec: { policyName, displayName: fileName, mediaType: 'image/png', ownerName: 'owner' },
      status: { permalink: uri, thumbnails: { S: `${uri}?width=400` } },
    };
    records.set(name, attachment);
    busy.add(name);
    return attachment;
  };

  return {
    policies,
    records,
    /** Adds a storage of a plugin. */
    addPolicy: (name: string) => void policies.push(policy(name, name, 's3os')),
    file(path: string): PlatformReply | undefined {
      const file = files.get(path);
      return file && { status: 200, type: 'image/png', body: file };
    },
    route(request: PlatformRequest, fileIn: (body: Buffer) => Buffer): PlatformReply | undefined {
      const { path, method, body, query } = request;
      if (path === haloPaths.policies) return { status: 200, json: envelope(1, policies.length, policies) };
      if (path === haloPaths.upload) {
        const policyName = /name="policyName"\r\n\r\n([^\r]*)/.exec(body.toString('latin1'))?.[1] ?? '';
        if (!policies.some(({ metadata }) => metadata.name === policyName)) return problem(404, 'Not Found');
        return { status: 200, json: store(fileIn(body), policyName) };
      }
      if (path === haloPaths.attachments)
        return {
          status: 200,
          json: envelope(Number(query.get('page')), Number(query.get('size')), [...records.values()]),
        };
      const name = path.slice(haloPaths.attachments.length + 1);
      const found = path.startsWith(`${haloPaths.attachments}/`) ? records.get(name) : undefined;
      if (!found) return undefined;
      if (method === 'PATCH') {
        // Halo works on a new attachment for a moment.
        if (busy.delete(name)) return problem(409, 'Conflict');
        const changed = patched(found, JSON.parse(body.toString()) as PatchStep[]) as Attachment | undefined;
        if (!changed) return problem(500, 'Internal Server Error');
        records.set(name, changed);
        return { status: 200, json: changed };
      }
      if (method === 'DELETE') {
        records.delete(name);
        const { annotations } = found.metadata;
        if (annotations?.['storage.halo.run/local-relative-path'] !== undefined)
          files.delete(annotations['storage.halo.run/uri'] ?? '');
      }
      return { status: 200, json: found };
    },
  };
};
