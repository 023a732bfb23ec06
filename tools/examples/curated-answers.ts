import type { Recorder } from './recorder.ts';

/** An answer in the owner's own words: saved, matched, changed and imported again. */
export async function recordAnswersOfTheOwner({ ofConsole }: Recorder): Promise<void> {
  const answer = {
    questions: ['When is the tea room open?', 'Opening hours of the tea room'],
    answer: 'The tea room is open from ten to six, except on Mondays.',
    sources: [{ title: 'Green tea', url: '/archives/green-tea' }],
    language: 'en',
  };
  const { id, revision } = await ofConsole('POST /curated-answers', answer);
  await ofConsole('GET /curated-answers/{id}', undefined, { id });
  await ofConsole('GET /curated-answers');
  await ofConsole('POST /curated-answers/match', { question: 'When is the tea room open?', pageUrl: '/' });
  await ofConsole('POST /curated-answers/wordings', { questions: answer.questions });
  const changed = { ...answer, until: '2026-12-31', basedOn: revision };
  await ofConsole('PUT /curated-answers/{id}', changed, { id });
  const csv =
    'id,questions,answer,sources,language,from,until,pages,enabled\nparking,Where can I park?,Behind the house.,,en,,,,true\n';
  await ofConsole('POST /curated-answers/import', { csv, preview: true });
}
