import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestApp, adminToken } from '../../test/app.ts';
import { createFakeHost } from '../../test/fakes/host.ts';
import { createFakeImageProcessor } from '../../test/fakes/image-processor.ts';
import { createFakeModels } from '../../test/fakes/models.ts';
import { projectRoot } from '../../test/source-files.ts';
import { recordAnswersOfTheOwner } from './curated-answers.ts';
import { recordPets } from './pets.ts';
import { recordAccess } from './access.ts';
import { recordConnections } from './connections.ts';
import { createRecorder, isEnded, recorded, until, type Examples } from './recorder.ts';
import { recordLast, recordRest } from './rest.ts';
import { articles, wordsOfModel } from './site.ts';

/**
 * Asks each operation of a small site and writes request and reply to `server/http/openapi/examples.json`, which the description of the
 * interface shows. Run by `npm run examples`; long lists and texts are cut.
 */
const password = 'correct horse battery staple';
const host = createFakeHost(articles);
await using app = await createTestApp({
  account: { adminToken, adminPassword: password, where: 'examples' },
  host,
  imageProcessor: createFakeImageProcessor(),
  models: createFakeModels({
    chat: ({ scenario, messages }) =>
      wordsOfModel(scenario, messages.map(({ content }) => content).join(' ')),
  }),
});
const examples: Examples = new Map();
const recorder = createRecorder(app, examples);
const { ask, ofConsole, ofVisitor } = recorder;

const tell = (error: Error): Readonly<Record<string, unknown>> => {
  console.warn(error.message);
  return {};
};

// A visitor.
const question = 'How hot should the water for green tea be?';
const { logId } = await ofVisitor('POST /chat', { message: question });
await ofVisitor('POST /chat/stream', { message: question });
await ofVisitor('POST /chat/feedback', undefined, `?logId=${logId}&type=dislike&comment=Too%20short`);
await ofVisitor('POST /chat', { message: 'Do you sell umbrellas?' });
await ofVisitor('GET /widget-config');
await ofVisitor('GET /search/halo-results', undefined, '?keyword=green%20tea');
await ofVisitor('POST /search/answer', { keyword: 'green tea' });
await ofVisitor('POST /site-changes', undefined, '').catch(() => ({}));

// Settings.
await ofConsole('GET /config');
await ofConsole('POST /config/save', {
  chat: { welcomeMessage: 'Ask me about tea.' },
  mindmap: { enabled: true },
});
await ofConsole('POST /config/test-connection');
await ofConsole('POST /config/test-model', {});
await ofConsole('POST /config/test-image', {});
await ofConsole('POST /config/test-embedding', {});
await ofConsole('POST /config/test-rerank', {});
await ofConsole('POST /config/test-query-rewrite', {});
const { items: changes = [] } = await ofConsole('GET /changes');
if (changes[0]) await ofConsole('POST /changes/{id}/undo', {}, { id: changes[0].id });
await ofConsole('POST /config/save', {
  chat: { welcomeMessage: 'Ask me about tea.' },
  mindmap: { enabled: true },
});
await ofConsole('GET /model-options');
await ofConsole('GET /default-model-slots');
await ofConsole('GET /connected-models');

// The index.
await ofConsole('GET /knowledge/stats');
await ofConsole('GET /knowledge/sidebar-stats');
await ofConsole('GET /knowledge/path-rules');
await ofConsole('GET /knowledge/articles');
await ofConsole('GET /knowledge/articles/{name}/chunks', undefined, { name: 'green-tea' });
await ofConsole('POST /knowledge/articles/{name}/preview-chunks', {}, { name: 'green-tea' });
await ofConsole('POST /knowledge/reindex-post/{name}', undefined, { name: 'green-tea' });
await ofConsole('POST /knowledge/reindex');
await until(
  () => ofConsole('GET /knowledge/stats'),
  (stats) => !stats['indexing'] && !stats['isIndexing'],
);

// Excerpts and mind maps.
await ofConsole('GET /knowledge/excerpts', undefined, {}, '?postName=green-tea').catch(() => ({}));
await ofConsole('POST /knowledge/excerpts/generate', { postName: 'green-tea' });
await ofConsole('GET /knowledge/excerpts/all');
await ofConsole('POST /knowledge/excerpts/toggle-auto', { postName: 'green-tea', enabled: true }).catch(
  (error) => console.log(error.message),
);
await ofConsole('POST /knowledge/excerpts/batch-generate', { postNames: ['oolong'] });
await until(() => ofConsole('GET /knowledge/excerpts/job'), isEnded).catch(() => ({}));
await ofConsole('POST /knowledge/excerpts/clear', { postName: 'green-tea' });
await ofConsole('POST /knowledge/summarize', { postName: 'green-tea' });
await ofConsole('GET /mindmap/articles');
await ofConsole('POST /mindmap/generate', { postName: 'green-tea' });
await ofConsole('POST /mindmap/regenerate', { postName: 'green-tea' });
await ofVisitor('GET /mindmap', undefined, '?postName=green-tea');
await ofConsole('POST /mindmap/batch-generate', { postNames: ['oolong'] });
await ofConsole('POST /mindmap/batch-clear', { postNames: ['oolong'] });
const mapJob = await ofConsole('POST /mindmap/jobs/generate-all', { scope: 'missing_stale' });
const jobId = String(mapJob['jobId'] ?? mapJob['id']);
await until(() => ofConsole('GET /mindmap/jobs/{jobId}', undefined, { jobId }), isEnded);
await ofConsole('POST /mindmap/clear', { postName: 'green-tea' });

// Writing.
await ofConsole('POST /writing/assist', { action: 'polish', text: 'Tea are good when water not too hot.' });

// Evaluation.
await ofConsole('GET /evaluations/template');
const dataset = await ofConsole('POST /evaluations/datasets', {
  name: 'Tea',
  description: 'What readers ask about tea',
  cases: [{ question, referenceAnswer: 'Eighty degrees', expectedSources: ['Green tea'], tags: ['water'] }],
});
const id = String(dataset['id']);
await ofConsole('GET /evaluations/datasets');
await ofConsole('GET /evaluations/datasets/{id}', undefined, { id });
await ofConsole(
  'PUT /evaluations/datasets/{id}',
  { name: 'Tea and water', description: dataset['description'], cases: dataset['cases'] },
  { id },
);
await ofConsole('POST /evaluations/datasets/{id}/cases/from-log', { logId }, { id });
const run = await ofConsole('POST /evaluations/run', { datasetId: id, cases: dataset['cases'] });
const runId = String(run['runId'] ?? run['id']);
await until(() => ofConsole('GET /evaluations/runs/{runId}/status', undefined, { runId }), isEnded);
await ofConsole('GET /evaluations/runs');
await ofConsole('GET /evaluations/runs/{runId}', undefined, { runId });
await ofConsole('GET /evaluations/runs/{runId}/export', undefined, { runId });
await ofConsole('GET /evaluations/trials');

// Routes.
const route = {
  id: 'tea-articles',
  displayName: 'Articles about tea',
  description: 'Lists articles with the tag tea',
  enabled: true,
  priority: 60,
  triggerPatterns: ['tea articles'],
  pipeline: [
    { type: 'TAG_MATCH', params: { mode: 'fixed', tags: 'tea' } },
    { type: 'VISIT_SORT', params: { limit: '5' } },
  ],
};
const { id: _name, ...changed } = route;
await ofConsole('GET /intent-routes');
await ofConsole('POST /intent-routes', route);
await ofConsole('GET /intent-routes/{id}', undefined, { id: 'tea-articles' });
await ofConsole('PUT /intent-routes/{id}', { ...changed, priority: 70 }, { id: 'tea-articles' });
await ofConsole('POST /intent-routes/{id}/preview', { query: 'tea articles' }, { id: 'tea-articles' });
await ofConsole('POST /intent-routes/simulate', { draft: route, query: 'tea articles' });
await ofConsole('POST /intent-routes/generate', {
  requirement: 'List the five most read articles with the tag tea',
});
await ofConsole('GET /intent-routes/export');

// Usage and logs.
for (const path of ['today', 'stats', 'calls', 'failure-diagnostics', 'limits', 'cleanup'])
  await ofConsole(`GET /usage/${path}`);
await ofConsole('GET /chat-logs');
await ofConsole('GET /chat-logs/conversations');
await ofConsole('GET /chat-logs/stats');
await ofConsole('GET /chat-logs/retention');
await ofConsole('GET /chat-logs/{id}', undefined, { id: String(logId) });
await ofConsole('POST /chat-logs/{id}/replay', undefined, { id: String(logId) });
const { taskId } = await ofConsole('POST /agent/content-gap/run', {});
await until(
  () => ofConsole('GET /agent/tasks/{taskId}', undefined, { taskId: String(taskId) }),
  isEnded,
).catch((error) => console.log(error.message));
await ofConsole('GET /agent/tasks');
await ofConsole('GET /agent/gaps');

const task = await ofConsole('POST /agent/content-gap/run', {});
await ofConsole('POST /agent/tasks/{taskId}/cancel', undefined, { taskId: String(task['taskId']) });

// What ends or clears something.
await ofConsole('POST /knowledge/reindex/cancel');
await ofConsole('POST /knowledge/excerpts/batch-clear', { postNames: ['oolong'] });
await ofConsole('POST /knowledge/summarize-all', { force: true });
await ofConsole('POST /knowledge/excerpts/job/cancel');
await ofConsole('POST /knowledge/excerpts/clear-all', {});
await ofConsole('POST /knowledge/clear-post/{name}', undefined, { name: 'oolong' });
await ofConsole('POST /mindmap/jobs/{jobId}/cancel', undefined, { jobId });
const second = await ofConsole('POST /evaluations/run', { datasetId: id, cases: dataset['cases'] });
const secondId = String(second['runId'] ?? second['id']);
await ofConsole('POST /evaluations/runs/{runId}/cancel', undefined, { runId: secondId });
await until(() => ofConsole('GET /evaluations/runs/{runId}/status', undefined, { runId: secondId }), isEnded);
await ofConsole('GET /evaluations/compare', undefined, {}, `?base=${runId}&other=${secondId}`).catch(tell);
await ofConsole('POST /intent-routes/import', { routes: [{ ...route, id: 'tea-again' }] }).catch(tell);
await ofConsole('POST /intent-routes/{id}/reset', undefined, { id: 'builtin-hot-articles' }).catch(tell);
await ofConsole('POST /usage/limits', { enabled: true, chatModelLimits: { 'fake-chat': 200_000 } }).catch(
  tell,
);
await ofConsole('POST /usage/cleanup/hidden', { hiddenModels: ['fake-rerank'] }).catch(tell);
await ofConsole('POST /usage/cleanup/merge', { sourceModel: 'fake-rerank', targetModel: 'fake-chat' }).catch(
  tell,
);
await ofConsole('POST /usage/cleanup/delete', { model: 'fake-rerank' }).catch(tell);
await ofConsole('POST /account/tokens', { name: 'Reports', scope: 'analytics' });
await ofConsole('DELETE /chat-logs/{id}', undefined, { id: String(logId) });
await ofConsole('POST /chat-logs/clear', {}).catch(tell);

// Pets, access, the installation.
await recordPets(recorder);
await recordAnswersOfTheOwner(recorder);
await recordRest(recorder);
await ofConsole('GET /account/tokens');
await ofConsole('GET /account/access');
await ofConsole('GET /system/info');
await ofConsole('POST /system/doctor', {});
await ofConsole('GET /search/debug/results', undefined, {}, '?keyword=green%20tea');
await ofConsole('POST /config/save', { integrations: { openAiEnabled: true, mcpEnabled: true } });
await ask('GET /v1/models');
await ask('GET /v1/models/{model}', undefined, { model: 'docent' });
await ask('POST /v1/chat/completions', { model: 'docent', messages: [{ role: 'user', content: question }] });
await ask('GET /healthz');
await ask('GET /readyz');
await ask('POST /login', { password }).catch(tell);
await ask('GET /session');
await ask('POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }).catch(tell);
await ask('POST /mcp/analytics', { jsonrpc: '2.0', id: 1, method: 'tools/list' }).catch(tell);
await ask('POST /logout').catch(tell);

await recordLast(recorder, host);
await recordAccess(examples, password);
const addresses = await recordConnections(examples);
const sorted = recorded(examples);
let text = JSON.stringify(sorted, undefined, 1).replaceAll(/docent_[\w-]{43}/g, `docent_${'x'.repeat(43)}`);
for (const [local, shown] of addresses) text = text.replaceAll(local, shown);
writeFileSync(join(projectRoot, 'server/http/openapi/examples.json'), `${text}\n`);
console.log(`${Object.keys(sorted).length} operations have an example`);
