import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { explained, type Words } from '../../../../kit/explained.ts';
import { Fault } from '../../../../kit/fault.ts';
import { runnable } from '../../../../work/threads/thread-calls.ts';
import type { Manifest } from '../manifest.ts';
import type { Reply, Work } from './in-house-worker.ts';
import type { Runtime } from './runtime.ts';

/** Time limits in milliseconds. */
const limits = {
  /** Loading a model. */
  openMs: 120_000,
  /** One text or pair. */
  callMs: 60_000,
  /** After so long without a call the process ends and gives its memory back. */
  idleMs: 4 * 60_000,
};

/** The end of what a process writes before it dies, as a reason. */
const keptWords = 300;

export type Limits = Partial<typeof limits>;

type Call = { readonly text: string } | { readonly question: string; readonly document: string };

/** A process that computes for one model. It is started by the first call and again after it has ended. */
export interface ModelProcess {
  /** Computes one text or pair; calls of the background yield to the rest of the machine. Throws the Fault `upstream`. */
  run(call: Call, isBackground: boolean): Promise<Reply>;
  readonly pid: number | undefined;
  close(): void;
}

export function createModelProcess(
  opened: { readonly place: string; readonly manifest: Manifest; readonly runtime: () => Runtime },
  given: Limits = {},
): ModelProcess {
  const { openMs, callMs, idleMs } = { ...limits, ...given };
  const { id: model } = opened.manifest;
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;

  const failed = (reason: Words) =>
    new Fault('upstream', explained('model_failed', { model, reason }), { upstreamKind: 'network' });

  /** Asks and waits; a process that is late is ended, since nothing else stops its computing. */
  const ask = async (to: Running, request: Work, longestMs: number): Promise<Reply> => {
    const timer = setTimeout(
      () => to.end(explained('house_late', { seconds: Math.round(longestMs / 1000) })),
      longestMs,
    );
    try {
      const reply = await to.ask(request);
      if (reply.error !== undefined) throw failed(reply.error.slice(0, keptWords));
      return reply;
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw failed(to.reason());
    } finally {
      clearTimeout(timer);
    }
  };

  const start = (): Running => {
    const started = startProcess();
    running = started;
    started.opened = ask(
      started,
      { open: { place: opened.place, manifest: opened.manifest, runtime: opened.runtime() } },
      openMs,
    ).catch((error: unknown) => {
      started.end('');
      throw error;
    });
    return started;
  };

  return {
    async run(call, isBackground) {
      clearTimeout(idle);
      const current = running && !running.isOver() ? running : start();
      try {
        await current.opened;
        current.yieldTo(isBackground);
        return await ask(current, call, callMs);
      } finally {
        clearTimeout(idle);
        idle = setTimeout(() => running?.end(''), idleMs);
        idle.unref();
      }
    },
    get pid() {
      return running && !running.isOver() ? running.child.pid : undefined;
    },
    close() {
      clearTimeout(idle);
      running?.end('');
    },
  };
}

interface Running {
  readonly child: ChildProcess;
  opened: Promise<unknown>;
  ask(request: Work): Promise<Reply>;
  yieldTo(isBackground: boolean): void;
  isOver(): boolean;
  reason(): Words;
  end(reason: Words): void;
}

function startProcess(): Running {
  // Without the environment, which holds keys and passwords.
  const child = fork(runnable(new URL('./in-house-worker.ts', import.meta.url)), {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: unknown) => void }>();
  let count = 0;
  let over = false;
  let said = '';
  let why: Words = '';
  const keepAlive = () => {
    // A process that waits for a question does not keep the service alive; one that computes does.
    if (waiting.size > 0) child.ref();
    else child.unref();
    if (waiting.size > 0) child.channel?.ref();
    else child.channel?.unref();
  };
  const lose = (reason: Words) => {
    over = true;
    why ||= reason;
    for (const { reject } of waiting.values()) reject(new Error('the process has ended'));
    waiting.clear();
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-keptWords)));
  child.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
    keepAlive();
  });
  child.on('error', (error) => lose(error.message));
  child.on('exit', (code, signal) => lose(explained('house_ended', { how: signal ?? String(code) })));
  (child.stderr as { unref?: () => void } | null)?.unref?.();
  keepAlive();
  return {
    child,
    opened: Promise.resolve(),
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (over) return reject(new Error('the process has ended'));
        const id = ++count;
        waiting.set(id, { resolve, reject });
        keepAlive();
        child.send({ id, ...request }, (error) => error && lose(error.message));
      }),
    yieldTo(isBackground) {
      try {
        // Only a privileged process gets a priority back; the others keep the lower one until they end.
        if (child.pid !== undefined)
          setPriority(
            child.pid,
            isBackground ? constants.priority.PRIORITY_BELOW_NORMAL : constants.priority.PRIORITY_NORMAL,
          );
      } catch {}
    },
    isOver: () => over,
    reason: () => why || said.trim() || explained('house_ended', { how: '' }),
    end(reason) {
      why ||= reason;
      if (!over) child.kill('SIGKILL');
      lose(reason);
    },
  };
}
