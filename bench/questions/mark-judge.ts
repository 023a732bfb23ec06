import process from 'node:process';
import { createModels } from '../../server/adapters/models/models.ts';
import { judgePrompt } from '../../server/features/chat/mark-judge/prompt.ts';
import {
  readVerdicts,
  tokensFor,
  verdictSchema,
  type MarkVerdict,
} from '../../server/features/chat/mark-judge/verdicts.ts';
import { newSecret } from '../../server/kit/ids.ts';
import { requestText } from '../../server/model-calls/request-text.ts';
import { createSupport, type Judgement } from '../../server/text/support/support.ts';
import { specFor } from '../../test/fakes/model-spec.ts';
import { createFigures } from '../fixtures/figures.ts';
import { readReported, type Case } from '../support/labelled.ts';

/** Statements of a call, about one page. */
const statementsOfCall = 4;

/**
 * What a second look of a language model at the reported statements that words leave undecided would make of the marks: by judges that
 * err on a known share of them, and, with DOCENT_BENCH_JUDGE=http://…/v1, by the model at that address, asked over the wire about
 * DOCENT_BENCH_JUDGED of them (100), those about the shortest pages.
 */
export async function run(): Promise<void> {
  const cases = await readReported();
  if (cases.length === 0) {
    console.log('skipped, no labelled statements with their sites');
    return;
  }
  const figures = createFigures('mark-judge');
  const judged = cases.map((one) => ({
    ...one,
    judgement: createSupport(one.passages, { question: one.question }).judge(one.statement, 1),
  }));
  const open = judged.filter(({ judgement }) => judgement.isUndecided === true);
  figures.note('statements that words leave undecided', open.length / judged.length, 'share');
  figures.note('of these supported', open.filter(({ supported }) => supported).length / open.length, 'share');
  report(figures, 'no judge', judged, ({ judgement }) => (judgement.verdict === 'supported' ? 1 : 0));
  for (const errs of [0, 0.1, 0.2, 0.3, 0.4, 0.5])
    report(figures, `a judge that errs on ${errs}`, judged, (one) =>
      one.judgement.isUndecided === true
        ? one.supported
          ? 1 - errs
          : errs
        : one.judgement.verdict === 'supported'
          ? 1
          : 0,
    );
  const address = process.env['DOCENT_BENCH_JUDGE'];
  if (address !== undefined) await real(address, judged, open, figures);
  await figures.keep();
}

type Judged = Case & { readonly judgement: Judgement };

/** Precision and recall where each statement keeps its mark with a probability. */
function report(
  figures: ReturnType<typeof createFigures>,
  name: string,
  judged: readonly Judged[],
  keeps: (one: Judged) => number,
): void {
  const sum = (some: readonly Judged[]) => some.reduce((total, one) => total + keeps(one), 0);
  const supported = judged.filter((one) => one.supported);
  figures.note(`${name}: precision`, sum(supported) / sum(judged), 'share');
  figures.note(`${name}: recall`, sum(supported) / supported.length, 'share');
}

/** The same by a real model, asked with the prompt and schema of the product. */
async function real(
  address: string,
  judged: readonly Judged[],
  open: readonly Judged[],
  figures: ReturnType<typeof createFigures>,
): Promise<void> {
  const spec = specFor(address, { model: 'judge' });
  const models = createModels({
    file: {
      models: [spec],
      defaults: { chat: spec.name, embedding: undefined, rerank: undefined, image: undefined },
    },
    openai: { looks: true, firstTokenMs: 280_000 },
  });
  const said = new Map<string, MarkVerdict | undefined>();
  const wanted = Number(process.env['DOCENT_BENCH_JUDGED'] ?? 100);
  // The shortest pages first: a small model on a processor reads them in a time that can be waited for.
  const lengthOf = ({ passages }: Judged) => passages.reduce((sum, { text }) => sum + text.length, 0);
  const groups = [...Map.groupBy(open, ({ site, article }) => `${site} ${article}`).values()]
    .toSorted(([one], [other]) => (one && other ? lengthOf(one) - lengthOf(other) : 0))
    .flatMap(inParts);
  let [calls, failed, ms] = [0, 0, 0];
  for (const group of groups) {
    if (said.size >= wanted) break;
    const [first] = group;
    if (first === undefined) continue;
    const statements = group.map(({ statement }) => ({ statement, article: 1 }));
    const messages = judgePrompt(
      { question: first.question ?? '', statements, passages: first.passages },
      newSecret(6),
    );
    const started = performance.now();
    calls++;
    const reply = await requestText(models, {
      model: '',
      what: 'a second look at marks',
      messages,
      temperature: 0,
      maxTokens: tokensFor(group.length),
      json: true,
      schema: verdictSchema(group.length),
      scenario: 'mark_judge',
      signal: new AbortController().signal,
      timeoutMs: 300_000,
    }).catch((error: unknown) => String(error));
    ms += performance.now() - started;
    const verdicts = readVerdicts(reply, group.length);
    if (verdicts === undefined) {
      failed++;
      console.log(reply.slice(0, 200));
    }
    group.forEach(({ id }, place) => said.set(id, verdicts?.[place]));
    console.log(calls, group.map(({ id, supported }) => `${id} ${supported} ${said.get(id)}`).join('; '));
  }
  const asked = open.filter(({ id }) => said.has(id));
  console.log(`${calls} calls, ${failed} unreadable, ${(ms / calls / 1000).toFixed(1)} s each`);
  for (const label of [true, false]) {
    const own = asked.filter(({ supported }) => supported === label);
    for (const verdict of ['yes', 'no', 'unsure', undefined] as const)
      console.log(
        `${label ? 'supported' : 'not supported'}: ${verdict} ${own.filter(({ id }) => said.get(id) === verdict).length} of ${own.length}`,
      );
  }
  const some = judged.filter(({ id, judgement }) => said.has(id) || judgement.isUndecided !== true);
  report(figures, `the model, no judge, ${asked.length} asked`, some, ({ judgement }) =>
    judgement.verdict === 'supported' ? 1 : 0,
  );
  report(figures, `the model, ${asked.length} asked`, some, ({ id, judgement }) => {
    const verdict = said.get(id);
    return verdict === 'yes' || (verdict !== 'no' && judgement.verdict === 'supported') ? 1 : 0;
  });
}

const inParts = (group: readonly Judged[]): (readonly Judged[])[] =>
  Array.from({ length: Math.ceil(group.length / statementsOfCall) }, (_, part) =>
    group.slice(part * statementsOfCall, (part + 1) * statementsOfCall),
  );

if (import.meta.main) await run();
