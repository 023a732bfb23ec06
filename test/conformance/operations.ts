/** An operation of the specification as it is asked for. */
export interface SpecOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

/** Section 4.1, under {public_prefix}. */
export const publicOperations = read(`
  POST   /chat/stream
  POST   /chat
  POST   /chat/feedback
  GET    /widget-config
  GET    /search/halo-results
  POST   /search/answer
  GET    /mindmap
`);

/** Section 4.1, last paragraph, and WC6: also under {public_prefix_v2}. */
export const twinOperations = read(`
  POST   /chat/stream
  POST   /chat
  GET    /widget-config
`);

/** Section 4.2, under {console_prefix}. */
export const consoleOperations = read(`
  GET    /config
  POST   /config/save
  POST   /config/test-connection
  POST   /config/test-model
  POST   /config/test-image
  POST   /config/test-embedding
  POST   /config/test-rerank
  POST   /config/test-query-rewrite
  POST   /chat/debug/stream

  POST   /knowledge/reindex
  GET    /knowledge/reindex/progress
  GET    /knowledge/stats
  GET    /knowledge/sidebar-stats
  GET    /knowledge/articles
  GET    /knowledge/articles/{name}/chunks
  POST   /knowledge/reindex-post/{name}
  GET    /knowledge/reindex-post/{name}/progress
  POST   /knowledge/clear-post/{name}
  POST   /knowledge/summarize
  POST   /knowledge/summarize-all
  GET    /knowledge/excerpts
  GET    /knowledge/excerpts/all
  POST   /knowledge/excerpts/generate
  POST   /knowledge/excerpts/toggle-auto
  POST   /knowledge/excerpts/clear
  POST   /knowledge/excerpts/batch-generate
  POST   /knowledge/excerpts/batch-clear
  POST   /knowledge/excerpts/clear-all

  GET    /mindmap/articles
  POST   /mindmap/generate
  POST   /mindmap/regenerate
  POST   /mindmap/clear
  POST   /mindmap/batch-generate
  POST   /mindmap/batch-clear
  POST   /mindmap/jobs/generate-all
  GET    /mindmap/jobs/{jobId}
  POST   /mindmap/jobs/{jobId}/cancel

  POST   /writing/assist
  POST   /writing/assist/stream

  GET    /evaluations/template
  GET    /evaluations/datasets
  GET    /evaluations/datasets/{id}
  POST   /evaluations/datasets
  PUT    /evaluations/datasets/{id}
  DELETE /evaluations/datasets/{id}
  GET    /evaluations/runs
  GET    /evaluations/runs/{runId}
  GET    /evaluations/runs/{runId}/status
  DELETE /evaluations/runs/{runId}
  POST   /evaluations/run

  GET    /intent-routes
  GET    /intent-routes/{id}
  POST   /intent-routes
  PUT    /intent-routes/{id}
  DELETE /intent-routes/{id}
  POST   /intent-routes/{id}/preview
  POST   /intent-routes/generate
  POST   /intent-routes/simulate

  GET    /usage/today
  GET    /usage/stats
  GET    /usage/calls
  GET    /usage/failure-diagnostics
  GET    /usage/limits
  POST   /usage/limits
  GET    /usage/cleanup
  POST   /usage/cleanup/hidden
  POST   /usage/cleanup/merge
  POST   /usage/cleanup/delete

  GET    /chat-logs
  GET    /chat-logs/stats
  GET    /chat-logs/{id}
  DELETE /chat-logs/{id}
  POST   /chat-logs/clear

  POST   /agent/content-gap/run
  GET    /agent/tasks
  GET    /agent/tasks/{taskId}
  DELETE /agent/tasks/{taskId}

  GET    /pets/list
  GET    /pets/presets
  GET    /pets/policies
  GET    /pets/model-status
  POST   /pets/prompt-preview
  POST   /pets/generate
  POST   /pets/{id}/regenerate-master
  POST   /pets/{id}/background/cleanup
  POST   /pets/{id}/rename
  POST   /pets/{id}/background/approve
  POST   /pets/{id}/background/reset
  POST   /pets/{id}/cleanup-background
  POST   /pets/{id}/regenerate
  POST   /pets/{id}/expressions/generate
  POST   /pets/{id}/expressions/{state}/approve
  POST   /pets/{id}/expressions/{state}/cleanup
  POST   /pets/{id}/expressions/{state}/reset
  POST   /pets/{id}/expressions/{state}/edit
  POST   /pets/{id}/expressions/{state}/cancel-edit
  POST   /pets/{id}/background/edge-preview
  POST   /pets/{id}/background/edge-apply
  GET    /pets/jobs/{jobId}
  DELETE /pets/{id}
`);

/** Operations that Docent adds below {public_prefix}. */
export const publicAdditions = read(`
  GET    /related
  GET    /related/feed
  GET    /search/scopes
  POST   /chat/stream/resume
  POST   /chat/stream/stop
  POST   /chat/shares
  POST   /chat/shares/revoke
  GET    /chat/shares/{id}
`);

/** Operations that Docent adds below {console_prefix}. */
export const additions = read(`
  POST   /agent/tasks/{taskId}/cancel
  GET    /agent/gaps
  DELETE /agent/gaps/{gapId}
  GET    /shared-conversations
  DELETE /shared-conversations/{id}
  GET    /chat-logs/export
  GET    /chat-logs/conversations
  GET    /chat-logs/retention
  POST   /chat-logs/{id}/replay
  GET    /evaluations/compare
  GET    /evaluations/runs/{runId}/export
  POST   /evaluations/runs/{runId}/cancel
  POST   /evaluations/datasets/{id}/cases/from-log
  GET    /account/tokens
  POST   /account/tokens
  DELETE /account/tokens/{id}
  GET    /model-options
  GET    /default-model-slots
  GET    /account/access
  POST   /account/generated-token/renew
  DELETE /account/generated-token
  POST   /account/password
  GET    /evaluations/trials
  POST   /evaluations/trials
  GET    /connected-site
  POST   /connected-site/look
  PUT    /connected-site
  DELETE /connected-site
  GET    /sources
  POST   /sources/look
  POST   /sources
  PUT    /sources/{id}
  POST   /sources/{id}/read
  POST   /sources/{id}/confirm-removal
  DELETE /sources/{id}
  GET    /connected-models
  POST   /connected-models/offered
  POST   /connected-models/try
  POST   /connected-models/arrange
  GET    /connected-models/in-house
  POST   /connected-models/in-house/{id}/install
  POST   /connected-models/in-house/{id}/stop
  DELETE /connected-models/in-house/{id}
  PUT    /connected-models/{name}
  DELETE /connected-models/{name}
  GET    /notices/settings
  PUT    /notices/settings
  POST   /notices/try
  GET    /notices/deliveries
  GET    /changes
  POST   /changes/{id}/undo
  GET    /system/info
  GET    /system/backup
  GET    /system/tables
  POST   /system/doctor
  POST   /system/first-steps
  GET    /knowledge/path-rules
  POST   /knowledge/confirm-removal
  POST   /knowledge/reindex/cancel
  POST   /knowledge/articles/{name}/preview-chunks
  GET    /knowledge/excerpts/job
  POST   /knowledge/excerpts/job/cancel
  GET    /intent-routes/export
  POST   /intent-routes/import
  POST   /intent-routes/{id}/reset
  GET    /curated-answers
  POST   /curated-answers
  GET    /curated-answers/export
  POST   /curated-answers/import
  POST   /curated-answers/match
  POST   /curated-answers/wordings
  GET    /curated-answers/{id}
  PUT    /curated-answers/{id}
  DELETE /curated-answers/{id}
  GET    /answer-cache
  DELETE /answer-cache
  GET    /search/debug/results
  POST   /search/debug/answer
`);

function read(table: string): readonly SpecOperation[] {
  return [...table.matchAll(/^ *(GET|POST|PUT|DELETE) +(\/\S+)$/gm)].map(([, method, path = '']) => ({
    method: method as SpecOperation['method'],
    path,
  }));
}

export const named = ({ method, path }: SpecOperation): string => `${method} ${path}`;

/** The path with something in each of its places. */
export const filled = (path: string): string =>
  path.replace('{state}', 'happy').replace(/\{\w+\}/g, 'none-such');
