/** The settings of retrieval, for the page, for overrides and for presets. */
export const searchFields = ['searchMode', 'semanticWeight', 'topK', 'similarityThreshold', 'topN'] as const;
/** The settings for answering from the retrieved passages. */
export const answerFields = [
  'showReferences',
  'caution',
  'noMatchBehavior',
  'noMatchReply',
  'unsupportedAnswer',
  'judgeMarks',
] as const;

type Field = (typeof searchFields)[number] | (typeof answerFields)[number];

/** Fields that have an effect only with a certain value of another one. */
const conditions: Partial<Record<Field, readonly [other: Field, value: string]>> = {
  semanticWeight: ['searchMode', 'hybrid'],
  noMatchReply: ['noMatchBehavior', 'fixed_reply'],
};

/** The fields that have an effect with these settings. */
export const fieldsIn = <F extends Field>(
  fields: readonly F[],
  settings: Readonly<Record<string, unknown>>,
): F[] =>
  fields.filter((field) => {
    const condition = conditions[field];
    return condition === undefined || settings[condition[0]] === condition[1];
  });
