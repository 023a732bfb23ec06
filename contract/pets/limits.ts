/** Limits of spec 8; characters are UTF-16 code units unless the name says code points. */
export const petLimits = {
  photoBytes: 5 * 1024 * 1024,
  photoTypes: ['image/jpeg', 'image/png', 'image/webp'],
  masterPromptLength: 500,
  expressionPromptLength: 300,
  nameCodePoints: 20,
  maskRuns: 100_000,
  maskPixels: 16_777_216,
  shrinkPixels: 2,
  dewhite: 100,
  strokes: 500,
  strokePoints: 20_000,
  brushPixels: 1024,
  urlLength: 2048,
  /** Maximum of pets of a site. */
  pets: 50,
  jobHistoryMs: 30 * 60_000,
  jobHistory: 128,
  jobsAtOnce: 16,
  jobMs: 25 * 60_000,
} as const;
