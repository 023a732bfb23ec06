/** Facts about the installation for monitoring; unknown ones are missing. */
export interface InstallationFacts {
  readonly version: string;
  readonly siteIsUp: boolean | undefined;
  readonly indexedArticles: number;
  /** Articles and pages that are left out, with reasons on the system page. */
  readonly leftOut: number;
  readonly diskFreeBytes: number | undefined;
  /** Epoch milliseconds of the last time the site was read without a failure. */
  readonly readAt: number | undefined;
  /** Model calls that wait for their turn, jobs that run, and notices that are to be delivered. */
  readonly callsWaiting: number | undefined;
  readonly jobsRunning: number | undefined;
  readonly noticesWaiting: number | undefined;
  /** Epoch milliseconds of the last `docent backup`. */
  readonly backedUpAt: number | undefined;
}

/** The facts in the text format of Prometheus. */
export function factLines(facts: InstallationFacts): string {
  const rows: readonly (readonly [name: string, help: string, value: number | undefined, labels?: string])[] =
    [
      [
        'docent_build_info',
        'The version that runs',
        1,
        `{version="${facts.version}",node="${process.versions.node}"}`,
      ],
      [
        'docent_site_up',
        '1 while the site can be read, 0 during an outage',
        facts.siteIsUp === undefined ? undefined : Number(facts.siteIsUp),
      ],
      [
        'docent_site_read_timestamp_seconds',
        'When the site was last read without a failure, by this process',
        facts.readAt === undefined ? undefined : facts.readAt / 1000,
      ],
      ['docent_model_calls_waiting', 'Model calls that wait for their turn', facts.callsWaiting],
      ['docent_jobs_running', 'Jobs that run, in all processes', facts.jobsRunning],
      ['docent_notices_waiting', 'Notices that are still to be delivered', facts.noticesWaiting],
      ['docent_articles', 'Articles that the index knows', facts.indexedArticles],
      ['docent_articles_left_out', 'Articles and pages of the site that are left out', facts.leftOut],
      ['docent_disk_free_bytes', 'Free room on the disk of the data folder', facts.diskFreeBytes],
      [
        'docent_backup_timestamp_seconds',
        'When the last backup was made, by docent backup',
        facts.backedUpAt === undefined ? undefined : facts.backedUpAt / 1000,
      ],
    ];
  return rows
    .filter(([, , value]) => value !== undefined)
    .map(
      ([name, help, value, labels = '']) =>
        `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name}${labels} ${value}\n`,
    )
    .join('');
}
