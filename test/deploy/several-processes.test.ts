import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { projectRoot } from '../source-files.ts';

const read = (path: string) => readFile(join(projectRoot, path), 'utf8');

/** Seconds that a stop may take by default. */
const stopSeconds = 25;

/** Names of `DOCENT_…` in a text that the handbook's table of settings lacks. */
async function unknownSettings(text: string): Promise<readonly string[]> {
  const known = await read('handbook/en/settings.md');
  const names = [...new Set(text.match(/\bDOCENT_[A-Z_]+\b/g) ?? [])];
  expect(names.length).toBeGreaterThan(5);
  return names.filter(
    (name) => !known.includes(`\`${name}\``) && !known.includes(`\`${name.replace(/_FILE$/, '')}\``),
  );
}

type Manifest = Record<string, unknown> & { readonly kind: string };
const manifests = async (): Promise<ReadonlyMap<string, Manifest>> =>
  new Map(
    parseAllDocuments(await read('deploy/kubernetes/docent.yaml')).map((document) => {
      const manifest = document.toJS() as Manifest;
      return [manifest.kind, manifest];
    }),
  );

describe('DEP8: several processes of one site', () => {
  test('with Compose: no folder that lasts, no secret in the file, time to stop', async () => {
    const text = await read('deploy/compose.scale.yaml');
    const { services } = parse(text, { merge: true }) as { services: Record<string, any> };
    const { docent, proxy } = services;
    expect(docent).toMatchObject({ deploy: { replicas: 3 }, read_only: true, cap_drop: ['ALL'] });
    expect(docent.volumes).toBeUndefined();
    expect(docent.tmpfs[1]).toMatch(/^\/var\/lib\/docent:/);
    expect(JSON.stringify(docent.healthcheck)).toContain('/readyz');
    expect(Number.parseInt(docent.stop_grace_period, 10)).toBeGreaterThan(stopSeconds);
    // A name that is not set stops the start.
    for (const name of ['SITE', 'PUBLIC_ORIGIN', 'ADMIN_TOKEN', 'ADMIN_PASSWORD'])
      expect(docent.environment[`DOCENT_${name}`]).toMatch(new RegExp(`^\\$\\{DOCENT_${name}:\\?`));
    // The proxy alone can be reached, and by this machine alone.
    const open = Object.entries(services).filter(([, service]) => service.ports);
    expect(open).toEqual([['proxy', expect.objectContaining({ ports: ['127.0.0.1:8090:8080'] })]]);
    expect(proxy.networks).toEqual(['front']);
    const nodes = docent.environment.DOCENT_SEARCH_URL.split(',').map((url: string) => new URL(url).hostname);
    expect(nodes.filter((node: string) => !(node in services))).toEqual([]);
    expect(await unknownSettings(text)).toEqual([]);
  });

  test('with Kubernetes: the same, scaled by a figure that there is', async () => {
    const found = await manifests();
    expect([...found.keys()]).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'HorizontalPodAutoscaler',
    ]);
    const { spec } = (found.get('Deployment') as any).spec.template;
    const [container] = spec.containers;
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    // A database that is away makes a process unready; a restart would mend nothing.
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    expect(spec.volumes.filter((volume: object) => 'persistentVolumeClaim' in volume)).toEqual([]);
    const secrets = container.env.filter(({ name }: { name: string }) => !name.endsWith('_FILE'));
    expect(secrets).toEqual([]);
    const [{ pods }] = (found.get('HorizontalPodAutoscaler') as any).spec.metrics;
    expect(await read('handbook/en/monitoring.md')).toContain(`\`${pods.metric.name}\``);
    expect(await unknownSettings(await read('deploy/kubernetes/docent.yaml'))).toEqual([]);
  });
});
