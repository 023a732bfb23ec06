/** Work that occupies some processors, once its prerequisites are ready. */
export interface Job {
  readonly cores: number;
  readonly ready: Promise<unknown>;
  readonly run: () => Promise<void>;
}

/**
 * Runs jobs concurrently as far as the processors allow, in order when several could start; a job that needs more processors than
 * there are runs alone. `run` must not reject. When `ready` rejects, the job starts all the same and reports the cause.
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
