import { expect, test } from 'vitest';
import { z } from 'zod';
import { specGroups } from './api.ts';

const operations = specGroups.flatMap(({ name, endpoints }) =>
  Object.entries(endpoints).map(([key, endpoint]) => ({ name: `${name}.${key}`, endpoint })),
);

/** Section 4 of the specification. */
const specified = `
  public POST /chat/stream
  public POST /chat
  public POST /chat/feedback
  public GET /widget-config
  public GET /search/halo-results
  public POST /search/answer
  public GET /mindmap
  console GET /config
  console POST /config/save
  console POST /config/test-connection
  console POST /config/test-model
  console POST /config/test-image
  console POST /config/test-embedding
  console POST /config/test-rerank
  console POST /config/test-query-rewrite
  console POST /chat/debug/stream
  console POST /knowledge/reindex
  console GET /knowledge/reindex/progress
  console GET /knowledge/stats
  console GET /knowledge/sidebar-stats
  console GET /knowledge/articles
  console GET /knowledge/articles/{name}/chunks
  console POST /knowledge/reindex-post/{name}
  console GET /knowledge/reindex-post/{name}/progress
  console POST /knowledge/clear-post/{name}
  console POST /knowledge/summarize
  console POST /knowledge/summarize-all
  console GET /knowledge/excerpts
  console GET /knowledge/excerpts/all
  console POST /knowledge/excerpts/generate
  console POST /knowledge/excerpts/toggle-auto
  console POST /knowledge/excerpts/clear
  console POST /knowledge/excerpts/batch-generate
  console POST /knowledge/excerpts/batch-clear
  console POST /knowledge/excerpts/clear-all
  console GET /mindmap/articles
  console POST /mindmap/generate
  console POST /mindmap/regenerate
  console POST /mindmap/clear
  console POST /mindmap/batch-generate
  console POST /mindmap/batch-clear
  console POST /mindmap/jobs/generate-all
  console GET /mindmap/jobs/{jobId}
  console POST /mindmap/jobs/{jobId}/cancel
  console POST /writing/assist
  console POST /writing/assist/stream
  console GET /evaluations/template
  console GET /evaluations/datasets
  console GET /evaluations/datasets/{id}
  console POST /evaluations/datasets
  console PUT /evaluations/datasets/{id}
  console DELETE /evaluations/datasets/{id}
  console GET /evaluations/runs
  console GET /evaluations/runs/{runId}
  console GET /evaluations/runs/{runId}/status
  console DELETE /evaluations/runs/{runId}
  console POST /evaluations/run
  console GET /intent-routes
  console GET /intent-routes/{id}
  console POST /intent-routes
  console PUT /intent-routes/{id}
  console DELETE /intent-routes/{id}
  console POST /intent-routes/{id}/preview
  console POST /intent-routes/generate
  console POST /intent-routes/simulate
  console GET /usage/today
  console GET /usage/stats
  console GET /usage/calls
  console GET /usage/failure-diagnostics
  console GET /usage/limits
  console POST /usage/limits
  console GET /usage/cleanup
  console POST /usage/cleanup/hidden
  console POST /usage/cleanup/merge
  console POST /usage/cleanup/delete
  console GET /chat-logs
  console GET /chat-logs/stats
  console GET /chat-logs/{id}
  console DELETE /chat-logs/{id}
  console POST /chat-logs/clear
  console POST /agent/content-gap/run
  console GET /agent/tasks
  console GET /agent/tasks/{taskId}
  console DELETE /agent/tasks/{taskId}
  console GET /pets/list
  console GET /pets/presets
  console GET /pets/policies
  console GET /pets/model-status
  console POST /pets/prompt-preview
  console POST /pets/generate
  console POST /pets/{id}/regenerate-master
  console POST /pets/{id}/background/cleanup
  console POST /pets/{id}/rename
  console POST /pets/{id}/background/approve
  console POST /pets/{id}/background/reset
  console POST /pets/{id}/cleanup-background
  console POST /pets/{id}/regenerate
  console POST /pets/{id}/expressions/generate
  console POST /pets/{id}/expressions/{state}/approve
  console POST /pets/{id}/expressions/{state}/cleanup
  console POST /pets/{id}/expressions/{state}/reset
  console POST /pets/{id}/expressions/{state}/edit
  console POST /pets/{id}/expressions/{state}/cancel-edit
  console POST /pets/{id}/background/edge-preview
  console POST /pets/{id}/background/edge-apply
  console GET /pets/jobs/{jobId}
  console DELETE /pets/{id}
`;

test('every operation of the specification is there, and none twice', () => {
  const listed = specGroups.flatMap(({ prefix, endpoints }) =>
    Object.values(endpoints).map(({ method, path }) => `${prefix} ${method} ${path}`),
  );
  const wanted = specified.trim().split(/\s*\n\s*/);
  expect(wanted.filter((line) => !listed.includes(line))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test('CHAT11, VER1: only chat and the widget configuration are served under both versions', () => {
  const both = operations.filter(({ endpoint }) => endpoint.alsoV2).map(({ name }) => name);
  expect(both).toEqual(['chat.stream', 'chat.answer', 'widget-config.read']);
});

test('AUTH2: every console group is for administrators', () => {
  for (const { prefix, access } of specGroups) expect(access).toBe(prefix === 'console' ? 'admin' : 'public');
});

test.each(operations)('$name can be described as JSON schema', ({ endpoint }) => {
  for (const input of [endpoint.params, endpoint.query, endpoint.body]) {
    expect(z.toJSONSchema(input, { io: 'input' })).toHaveProperty('$schema');
  }
  if (endpoint.reply.kind !== 'json') return;
  expect(z.toJSONSchema(endpoint.reply.schema, { io: 'output' })).toHaveProperty('$schema');
});

test.each(operations)('WIRE3: $name reads a missing body as {} and never throws', ({ endpoint }) => {
  for (const body of [{}, null, [], 'text', 7]) expect(() => endpoint.body.safeParse(body)).not.toThrow();
});

test.each(operations.filter(({ endpoint }) => endpoint.method === 'GET'))(
  'WIRE7: $name takes any query text',
  ({ name, endpoint }) => {
    const odd = {
      page: 'x',
      size: '-1',
      sort: '?',
      status: '?',
      range: '?',
      // What is exported is what was asked for (API3).
      ...(name !== 'chat-logs.export' && { feedbackType: '?' }),
    };
    expect(endpoint.query.safeParse(odd).success).toBe(true);
  },
);
