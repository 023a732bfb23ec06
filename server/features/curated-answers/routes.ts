import {
  curatedAnswers,
  type CuratedImportResult,
  type CuratedWording,
} from '../../../contract/curated-answers/curated-answers.ts';
import { implement, type Document } from '../../http/implement.ts';
import type { AdminApi } from './admin-api.ts';

export interface ConsoleApi extends AdminApi {
  exportAll(): Promise<Document>;
  importAll(
    given: { readonly csv: string; readonly preview: boolean; readonly overwrite: boolean },
    by: string,
  ): Promise<CuratedImportResult>;
  match(asked: {
    readonly question: string;
    readonly pageUrl?: string | null | undefined;
  }): Promise<{ id: string; question: string; likeness: number }>;
  wordings(questions: readonly string[]): Promise<{ items: CuratedWording[] }>;
}

export const curatedAnswerRoutes = (console: ConsoleApi) =>
  implement(curatedAnswers, {
    list: ({ query }) => console.list(query),
    exportAll: () => console.exportAll(),
    importAll: ({ body }, { by }) => console.importAll(body, by),
    match: ({ body }) => console.match(body),
    wordings: ({ body }) => console.wordings(body.questions),
    read: ({ params }) => console.read(params.id),
    create: ({ body }, { by }) => console.create(body, by),
    update: ({ params, body }, { by }) => console.update(params.id, body, by),
    remove: ({ params, query }, { by }) => console.remove(params.id, by, query.basedOn),
  });
