/** Progress of a job over many articles. */
export interface JobCounts {
  readonly completed: number;
  readonly total: number;
  readonly success: number;
  readonly skipped: number;
  readonly failed: number;
}
