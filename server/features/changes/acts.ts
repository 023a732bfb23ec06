import type { ChangeAction, ChangeArea } from '../../../contract/operator/changes.ts';
import type { NewChange } from './new-change.ts';

type Values = Readonly<Record<string, unknown>>;

/** A finished write of an administrator, as it was asked for and answered. */
export interface Done {
  readonly params: Values;
  readonly query: Values;
  readonly body: Values;
  readonly reply: Values;
  readonly by: string;
}

/** A write that is recorded as a whole once it has succeeded, since no record of it has fields to compare. */
interface Act {
  readonly area: ChangeArea;
  readonly action: ChangeAction;
  readonly subject: (done: Done) => unknown;
  /** What it was done with and how much it did; `undefined` when nothing was. Never a visitor's words: they would outlive their deletion. */
  readonly facts: (done: Done) => Values | undefined;
}

/** How a write reaches the list of changes: as an act, by its feature with former and new fields, or, for a reason, not at all. */
type Audit = Act | 'by its feature' | { readonly unrecorded: string };

const whole = (): string => '';
const act = (
  area: ChangeArea,
  action: ChangeAction,
  subject: Act['subject'] = whole,
  facts: Act['facts'] = () => ({}),
): Act => ({ area, action, subject, facts });

const param =
  (name: string) =>
  ({ params }: Done): unknown =>
    params[name];
const sent =
  (name: string) =>
  ({ body }: Done): unknown =>
    body[name];
const answered =
  (name: string) =>
  ({ reply }: Done): unknown =>
    reply[name];

const picked = (from: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (isSaid(from[name]) ? [[name, from[name]]] : [])));
const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const tried = { unrecorded: 'A try: what it costs is in the ledger, and nothing is kept' };
const looked = { unrecorded: 'Looks, and changes nothing' };
const written = { unrecorded: 'Texts for an author, who decides what to keep; the call is in the ledger' };
const readAnew = { unrecorded: 'Reads an article or source as its next change or time would' };
const program = { unrecorded: 'Questions and figures for programs; it changes nothing' };

/** A write of many articles at once, of which the reply tells how many succeeded; none when all of them failed. */
const batch = (area: ChangeArea, action: ChangeAction): Act =>
  act(area, action, whole, ({ reply }) =>
    reply['count'] === 0 && Number(reply['total']) > 0 ? undefined : picked(reply, 'count'),
  );

const redraw = act('pets', 'edit', param('id'), ({ body }) => picked(body, 'style', 'state', 'mode'));

/** Every write of the console interface by operation; a test compares the names with the contract. */
export const audits: Readonly<Record<string, Audit>> = {
  'config.save': 'by its feature',
  'config.testConnection': tried,
  'config.testModel': tried,
  'config.testImage': tried,
  'config.testEmbedding': tried,
  'config.testRerank': tried,
  'config.testQueryRewrite': tried,
  'debug-chat.stream': tried,
  'debug-search.answer': tried,

  'knowledge.rebuild': act('index', 'start'),
  'knowledge.cancelRebuild': act('index', 'stop'),
  'knowledge.previewChunks': looked,
  'knowledge.rebuildArticle': readAnew,
  'knowledge.confirmRemoval': act('index', 'remove', whole, ({ reply }) => picked(reply, 'count')),
  'knowledge.clearArticle': act('index', 'remove', param('name')),

  'excerpts.summarize': written,
  'excerpts.summarizeAll': batch('excerpts', 'edit'),
  'excerpts.generate': act('excerpts', 'edit', sent('postName')),
  'excerpts.toggleAuto': act('excerpts', 'edit', sent('postName'), ({ body }) => ({
    automatic: body['enabled'],
  })),
  'excerpts.clear': act('excerpts', 'remove', sent('postName')),
  'excerpts.batchGenerate': batch('excerpts', 'edit'),
  'excerpts.batchClear': batch('excerpts', 'remove'),
  'excerpts.clearAll': batch('excerpts', 'remove'),
  'excerpts.cancelJob': act('excerpts', 'stop'),

  'mindmap.generate': act('mindMaps', 'edit', sent('postName'), ({ reply }) =>
    reply['cached'] === true ? undefined : {},
  ),
  'mindmap.regenerate': act('mindMaps', 'edit', sent('postName')),
  'mindmap.clear': act('mindMaps', 'remove', sent('postName')),
  'mindmap.batchGenerate': batch('mindMaps', 'edit'),
  'mindmap.batchClear': batch('mindMaps', 'remove'),
  'mindmap.startJob': act('mindMaps', 'start'),
  'mindmap.cancelJob': act('mindMaps', 'stop'),

  'writing.assist': written,
  'writing.assistStream': written,

  'evaluations.createDataset': 'by its feature',
  'evaluations.updateDataset': 'by its feature',
  'evaluations.deleteDataset': 'by its feature',
  'evaluations.caseFromLog': 'by its feature',
  'evaluations.run': act('evaluations', 'start', answered('runId')),
  'evaluations.cancelRun': act('evaluations', 'stop', param('runId')),
  'evaluations.deleteRun': act('evaluations', 'remove', param('runId')),
  'evaluations.startTrial': act('evaluations', 'start'),

  'intent-routes.create': 'by its feature',
  'intent-routes.update': 'by its feature',
  'intent-routes.remove': 'by its feature',
  'intent-routes.reset': 'by its feature',
  'intent-routes.importAll': 'by its feature',
  'intent-routes.preview': tried,
  'intent-routes.generate': tried,
  'intent-routes.simulate': tried,

  'curated-answers.importAll': 'by its feature',
  'curated-answers.create': 'by its feature',
  'curated-answers.update': 'by its feature',
  'curated-answers.remove': 'by its feature',
  'curated-answers.match': tried,
  'curated-answers.wordings': tried,

  'usage.saveLimits': 'by its feature',
  'usage.saveHidden': act('usage', 'save', whole, ({ body }) => picked(body, 'hiddenModels')),
  'usage.merge': act('usage', 'edit', sent('sourceModel'), ({ body }) =>
    picked(body, 'targetModel', 'start', 'end'),
  ),
  'usage.remove': act('usage', 'remove', sent('model'), ({ body }) => picked(body, 'start', 'end')),

  'chat-logs.remove': act('chatLogs', 'remove', param('id')),
  'chat-logs.clear': act('chatLogs', 'remove', whole, ({ query, body, reply }) => ({
    count: reply['deleted'],
    ...picked({ ...query, ...body }, 'from', 'to', 'model', 'feedbackType', 'answerState', 'kind'),
  })),
  'chat-logs.replay': tried,
  'shared-conversations.remove': act('shares', 'remove', param('id')),
  'answer-cache.clear': act('answerCache', 'remove'),

  'agent.run': act('gaps', 'start', answered('taskId'), ({ body }) => picked(body, 'days', 'maxLogs')),
  'agent.cancel': act('gaps', 'stop', param('taskId')),
  'agent.remove': act('gaps', 'remove', param('taskId')),
  'agent.forget': act('gaps', 'remove', param('gapId')),

  'pets.promptPreview': looked,
  'pets.previewEdge': looked,
  'pets.generate': act('pets', 'add', answered('petId'), ({ body }) => picked(body, 'name', 'style')),
  'pets.regenerateMaster': redraw,
  'pets.cleanMaster': redraw,
  'pets.cleanMasterCompat': redraw,
  'pets.cleanExpression': act('pets', 'edit', param('id'), ({ params }) => picked(params, 'state')),
  'pets.composeExpressions': redraw,
  'pets.generateExpressions': redraw,
  'pets.rename': 'by its feature',
  'pets.approveMaster': 'by its feature',
  'pets.resetMaster': 'by its feature',
  'pets.approveExpression': 'by its feature',
  'pets.resetExpression': 'by its feature',
  'pets.editExpression': 'by its feature',
  'pets.cancelEdit': 'by its feature',
  'pets.applyEdge': 'by its feature',
  'pets.remove': 'by its feature',

  'account.createToken': 'by its feature',
  'account.deleteToken': 'by its feature',
  'account.renewGeneratedToken': 'by its feature',
  'account.revokeGeneratedToken': 'by its feature',
  'account.changePassword': 'by its feature',
  'changes.undo': 'by its feature',
  'connected-models.save': 'by its feature',
  'connected-models.arrange': 'by its feature',
  'connected-models.remove': 'by its feature',
  'connected-models.install': 'by its feature',
  'connected-models.removeInHouse': 'by its feature',
  'connected-models.stop': act('models', 'stop', param('id')),
  'connected-models.offered': looked,
  'connected-models.try': tried,
  'connected-site.save': 'by its feature',
  'connected-site.remove': 'by its feature',
  'connected-site.look': looked,
  'sources.add': 'by its feature',
  'sources.change': 'by its feature',
  'sources.confirmRemoval': act('sources', 'edit', param('id'), ({ reply }) => ({
    confirmedGone: reply['articles'],
  })),
  'sources.remove': 'by its feature',
  'sources.look': looked,
  'sources.read': readAnew,
  'notices.save': 'by its feature',
  'notices.try': tried,
  'installation.showFirstSteps': { unrecorded: 'Opens or closes a card of the overview' },
  'doctor.examine': looked,

  'mcp-analytics.message': program,
  'mcp-analytics.end': program,
  'openai.complete': program,
};

/** The change that a finished operation is, when it is recorded as an act. */
export function changeOf(operation: string, done: Done): NewChange | undefined {
  const audit = Object.hasOwn(audits, operation) ? audits[operation] : undefined;
  if (audit === undefined || audit === 'by its feature' || 'unrecorded' in audit) return undefined;
  const { area, action, subject, facts } = audit;
  const after = facts(done);
  const named = subject(done);
  return after && { area, action, subject: typeof named === 'string' ? named : '', by: done.by, after };
}
