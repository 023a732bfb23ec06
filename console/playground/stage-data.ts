/** A passage in the data of a stage. */
export interface ShownPassage {
  readonly title: string;
  readonly score: number;
  readonly chunkIndex: number;
  readonly content: string;
  /** True when reranking kept it; `undefined` without a decision. */
  readonly passed?: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The passages in the data of a stage: a bare list, or the list that reranking judged. */
export function passagesIn(data: unknown): readonly ShownPassage[] {
  const list = Array.isArray(data) ? data : isRecord(data) ? data['documents'] : undefined;
  if (!Array.isArray(list)) return [];
  return list.filter(isRecord).flatMap((one) =>
    typeof one['title'] === 'string' && typeof one['content'] === 'string'
      ? [
          {
            title: one['title'],
            score: Number(one['score'] ?? 0),
            chunkIndex: Number(one['chunkIndex'] ?? 0),
            content: one['content'],
            ...(typeof one['passed'] === 'boolean' && { passed: one['passed'] }),
          },
        ]
      : [],
  );
}

/** A statement of an answer that a second look has judged; `verdict` is `''` without an opinion. */
export interface JudgedStatement {
  readonly statement: string;
  readonly article: number;
  readonly verdict: string;
}

/** The judged statements in the data of a stage. */
export function statementsIn(data: unknown): readonly JudgedStatement[] {
  const list = isRecord(data) ? data['statements'] : undefined;
  if (!Array.isArray(list)) return [];
  return list
    .filter(isRecord)
    .flatMap(({ statement, article, verdict }) =>
      typeof statement === 'string'
        ? [{ statement, article: Number(article), verdict: typeof verdict === 'string' ? verdict : '' }]
        : [],
    );
}

/** The messages of a prompt in the data of a stage. */
export function messagesIn(data: unknown): readonly { readonly role: string; readonly content: string }[] {
  const list = isRecord(data) ? data['messages'] : undefined;
  if (!Array.isArray(list)) return [];
  return list
    .filter(isRecord)
    .flatMap(({ role, content }) =>
      typeof role === 'string' && typeof content === 'string' ? [{ role, content }] : [],
    );
}

/** Figures that repeat the detail of their stage, or are internal. */
const unsaid: ReadonlySet<string> = new Set(['evidence', 'type', 'error', 'in', 'out', 'before', 'after']);

/** The plain figures in the data of a stage, as name and text; objects and lists are none. */
export function figuresIn(data: unknown): readonly (readonly [name: string, value: string])[] {
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([name, value]) => {
    if (unsaid.has(name) || !['string', 'number', 'boolean'].includes(typeof value)) return [];
    return [[name, String(value)] as const];
  });
}
