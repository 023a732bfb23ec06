/** Progress of a job over many articles. */
export interface JobCounts {
  readonly completed: number;
  readonly total: number;
  readonly success: number;
  readonly skipped: number;
  readonly failed: number;
}

/** How a job that has run to its end went, where that is not plainly well. */
export const endingOf = ({
  status,
  total,
  failed,
}: Pick<JobCounts, 'total' | 'failed'> & { readonly status: string }): 'all' | 'some' | undefined => {
  if (status !== 'completed' || failed === 0) return undefined;
  return failed >= total ? 'all' : 'some';
};
