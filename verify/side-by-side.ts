/** Work that fills some processors, once what it waits for is there. */
export interface Job {
  readonly cores: number;
  readonly ready: Promise<unknown>;
  readonly run: () => Promise<void>;
}

/**
 * Runs jobs side by side as far as the processors reach, in their order where several could begin; one that needs more than there
 * are runs alone. `run` must not reject; a `ready` that does makes the job begin, which is to find out why.
 */
export async function sideBySide(cores: number, jobs: readonly Job[]): Promise<void> {
  const waiting = new Set<Job>(jobs);
  const ready = new Set<Job>();
  const running = new Map<Job, Promise<void>>();
  const used = () => [...running.keys()].reduce((sum, job) => sum + job.cores, 0);
  const signals = new Map(
    jobs.map((job) => [
      job,
      job.ready.then(
        () => void ready.add(job),
        () => void ready.add(job),
      ),
    ]),
  );
  while (waiting.size > 0 || running.size > 0) {
    for (const job of waiting) {
      if (!ready.has(job) || (running.size > 0 && used() + job.cores > cores)) continue;
      waiting.delete(job);
      running.set(
        job,
        job.run().finally(() => running.delete(job)),
      );
    }
    const coming = [...waiting].filter((job) => !ready.has(job)).map((job) => signals.get(job));
    await Promise.race([...running.values(), ...coming]);
  }
}
