import { z } from 'zod';
import { del, empty, get, group, json, post, put } from '../endpoint.ts';
import {
  loose,
  Route,
  RouteBody,
  RouteDraft,
  RouteFile,
  RouteId,
  RouteImport,
  RouteIssue,
  routeLimits,
  RouteStage,
} from './route-fields.ts';
import { DeletedRevision, recordRevision } from '../config/revisions.ts';
import { must, mustFit } from '../wording.ts';

/** Value of `intent` for a simulated draft. */
export const draftIntent = 'ai-generated-draft';

const oneRoute = z.object({
  id: z.string().trim().min(1).max(routeLimits.idLength).meta({ description: 'Id of the route' }),
});
const trial = {
  query: z.string(),
  intent: z.string(),
  stages: z.array(RouteStage),
  resultCount: z.int().meta({ description: 'Articles at the end of the pipeline' }),
};

export const intentRoutes = group('intent-routes', 'console', {
  list: get('/intent-routes', {
    summary: 'Every route, in the order in which they are tried',
    reply: json(z.array(Route)),
  }),
  read: get('/intent-routes/{id}', {
    summary: 'One route',
    params: oneRoute,
    reply: json(Route),
  }),
  create: post('/intent-routes', {
    summary: 'Save a route; one of the same id is replaced',
    body: RouteBody,
    reply: json(Route),
  }),
  update: put('/intent-routes/{id}', {
    summary: 'Save a route under the id of the path; an unknown one is created',
    params: z.object({ id: RouteId.meta({ description: 'Id of the route' }) }),
    // The id of the path wins, whatever the body says.
    body: RouteBody.omit({ id: true }).extend({ basedOn: recordRevision }),
    reply: json(Route),
  }),
  remove: del('/intent-routes/{id}', {
    summary: 'Delete a route; built-in ones stay',
    params: oneRoute,
    query: DeletedRevision,
    reply: empty,
  }),
  reset: post('/intent-routes/{id}/reset', {
    summary: 'Put a built-in route back to what was shipped',
    params: oneRoute,
    query: DeletedRevision,
    reply: json(Route),
  }),
  exportAll: get('/intent-routes/export', {
    summary: 'Every route as a file that can be imported',
    reply: json(RouteFile),
  }),
  importAll: post('/intent-routes/import', {
    summary: 'Save the routes of an exported file, all of them or none',
    body: RouteImport,
    reply: json(z.looseObject({ created: z.int(), replaced: z.int(), kept: z.int() })),
  }),
  preview: post('/intent-routes/{id}/preview', {
    summary: 'Try the pipeline of a saved route; steps that ask a model really cost',
    params: oneRoute,
    body: z.object({ query: loose(routeLimits.previewQueryLength) }),
    reply: json(z.looseObject(trial)),
  }),
  generate: post('/intent-routes/generate', {
    summary: 'Draft a route from a wish in plain words; nothing is saved',
    body: z.object({
      requirement: z
        .string({ error: must('rule_text') })
        .trim()
        .min(1, { error: must('rule_not_blank') })
        .max(routeLimits.requirementLength, { error: mustFit(routeLimits.requirementLength) }),
    }),
    reply: json(
      z.looseObject({
        draft: RouteDraft,
        issues: z.array(RouteIssue),
        explanations: z.array(z.string()),
        unsupportedRequirements: z.array(z.string()),
      }),
    ),
  }),
  simulate: post('/intent-routes/simulate', {
    summary: 'Try the pipeline of an unsaved draft; nothing is saved',
    body: z.object({
      draft: RouteBody,
      query: z
        .string({ error: must('rule_text') })
        .trim()
        .min(1, { error: must('rule_not_blank') })
        .max(routeLimits.simulateQueryLength, { error: mustFit(routeLimits.simulateQueryLength) }),
    }),
    reply: json(
      z.looseObject({
        ...trial,
        matched: z.boolean().meta({ description: 'A trigger pattern met the query' }),
        issues: z.array(RouteIssue),
      }),
    ),
  }),
});
