import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { freePort } from '../../test/fakes/listen.ts';
import { runCommand } from '../command.ts';
import { spawnLogged, startedService, type Service } from '../started-service.ts';

/** Folder in which its libraries are cached between runs. */
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'docent-opensearch');

/** The folder of a Java development kit for OpenSearch (21 or later); `undefined` without one. */
export function javaHome(): string | undefined {
  const installed = existsSync(ofSystem) ? readdirSync(ofSystem).map((name) => join(ofSystem, name)) : [];
  return [process.env['JAVA_HOME'] ?? '', ...installed.toSorted().toReversed()].find((home) => {
    const version = /(?:jdk|java|temurin)\D*(\d+)/.exec(home)?.[1] ?? '0';
    return Number(version) >= MIN_JAVA && existsSync(join(home, 'bin/javac'));
  });
}

const ofSystem = '/usr/lib/jvm';
const MIN_JAVA = 21;

/** Starts a node; downloads its libraries the first time. */
export async function startOpenSearch(log: string): Promise<Service> {
  const home = javaHome();
  if (home === undefined) throw new Error('there is no Java development kit of version 21 or later');
  await build(home, log);
  const folder = await mkdtemp(join(tmpdir(), 'docent-opensearch-'));
  const [port, forNodes] = [await freePort(), await freePort()];
  const child = spawnLogged(
    join(home, 'bin/java'),
    [
      '-Xms384m',
      '-Xmx384m',
      '-XX:+UseSerialGC',
      '--enable-native-access=ALL-UNNAMED',
      '--add-modules=jdk.incubator.vector',
      '-cp',
      classPath,
      'OpenSearchNode',
      folder,
      String(port),
      String(forNodes),
    ],
    { cwd: cache, log },
  );
  const url = `http://127.0.0.1:${port}`;
  return startedService({
    name: 'OpenSearch',
    child,
    folder,
    env: { DOCENT_TEST_SEARCH_URL: url },
    isUp: () =>
      fetch(`${url}/_cluster/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    patienceMs: 180_000,
  });
}

const classPath = ['classes', 'target/lib/*', 'target/knn/*'].join(':');

/** Downloads the libraries and compiles the node, unless it was already built with this version of the kit. */
async function build(home: string, log: string): Promise<void> {
  const kit = import.meta.dirname;
  const stamp = await readFile(join(kit, 'pom.xml'), 'utf8');
  const built = await readFile(join(cache, 'stamp'), 'utf8').catch(() => '');
  if (built === stamp) return;
  await mkdir(cache, { recursive: true });
  await cp(kit, cache, { recursive: true });
  const env = { JAVA_HOME: home };
  const pom = join(cache, 'pom.xml');
  const steps = [
    ['mvn', '-B', '-q', '-f', pom, 'package'],
    [
      'sh',
      '-c',
      'cd "$1" && "$2/bin/javac" -nowarn -cp "target/lib/*:target/knn/*" -d classes OpenSearchNode.java $(find stand-ins -name "*.java")',
      'javac',
      cache,
      home,
    ],
  ];
  for (const step of steps) {
    const ended = await runCommand(step, { log, env, minutes: 10 });
    if (ended !== 'done') throw new Error(`OpenSearch could not be built: ${step[0] ?? ''} ${ended}`);
  }
  await writeFile(join(cache, 'stamp'), stamp);
}
