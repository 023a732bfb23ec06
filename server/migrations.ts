import type { Migration } from './kit/database.ts';
import { livenessMigrations } from './work/liveness.ts';
import { lockMigrations } from './work/lock.ts';
import { jobMigrations } from './work/jobs.ts';
import { installationKeyMigrations } from './kit/installation-key.ts';
import { configMigrations } from './features/config/store.ts';
import { changeMigrations } from './features/changes/changes.ts';
import { connectedSiteMigrations } from './features/connected-site/records.ts';
import { connectedModelMigrations } from './features/connected-models/registry.ts';
import { noticeMigrations } from './features/notices/notices.ts';
import { accountMigrations } from './features/account/account.ts';
import { usageMigrations } from './features/usage/usage.ts';
import { chatLogMigrations } from './features/chat-logs/chat-logs.ts';
import { reindexQuestions } from './features/chat-logs/store/reindex-questions.ts';
import { agentMigrations } from './features/agent/agent.ts';
import { knowledgeMigrations } from './features/knowledge/store.ts';
import { intentRouteMigrations } from './features/intent-routes/intent-routes.ts';
import { answerCacheMigrations } from './features/answer-cache/answer-cache.ts';
import { curatedAnswerMigrations } from './features/curated-answers/curated-answers.ts';
import { mindmapMigrations } from './features/mindmap/store.ts';
import { petMigrations } from './features/pets/store.ts';
import { excerptMigrations } from './features/excerpts/excerpts.ts';
import { evaluationMigrations } from './features/evaluations/evaluations.ts';
import { sharingMigrations } from './features/sharing/sharing.ts';
import { sourceMigrations } from './features/sources/sources.ts';
import { firstStepMigrations } from './features/system/store.ts';
import { sightingMigrations } from './features/widget-config/sightings.ts';

/** Schema migrations of the whole service in order. A released step never changes. */
export const migrations: readonly Migration[] = [
  ...livenessMigrations,
  ...lockMigrations,
  ...jobMigrations,
  ...installationKeyMigrations,
  ...configMigrations,
  ...accountMigrations,
  ...usageMigrations,
  ...chatLogMigrations,
  ...agentMigrations,
  ...knowledgeMigrations,
  ...intentRouteMigrations,
  ...mindmapMigrations,
  ...petMigrations,
  ...excerptMigrations,
  ...evaluationMigrations,
  ...changeMigrations,
  ...connectedModelMigrations,
  ...noticeMigrations,
  ...sightingMigrations,
  ...connectedSiteMigrations,
  ...curatedAnswerMigrations,
  ...sharingMigrations,
  ...firstStepMigrations,
  ...answerCacheMigrations,
  ...sourceMigrations,
];

/** Tables whose records are made of others, in the form of each engine, and of processes that run; they are not copied to another database. */
export const notCopied: ReadonlySet<string> = new Set([
  'schema_migrations',
  'change_notices',
  'processes',
  'leases',
  'chat_log_questions',
  ...['data', 'idx', 'docsize', 'config'].map((part) => `chat_log_questions_${part}`),
]);

/** Makes the records of {@link notCopied} that a database needs which others were copied to. */
export const makeDerived = reindexQuestions;
