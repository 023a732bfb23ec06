/** The site of the examples. */
export const articles = [
  {
    id: 'green-tea',
    title: 'Green tea',
    text: '## Water\n\nGreen tea is made with water of eighty degrees, since boiling water makes it bitter.\n\n## Time\n\nLet it steep for two minutes.',
    tags: ['tea'],
    categories: ['Drinks'],
    publishedAt: '2026-03-01T08:00:00.000Z',
    visits: 120,
  },
  {
    id: 'oolong',
    title: 'Oolong',
    text: '## Leaves\n\nOolong is rolled by hand and steeped several times.\n\n## Water\n\nIt takes water of ninety degrees.',
    tags: ['tea'],
    categories: ['Drinks'],
    publishedAt: '2026-04-02T08:00:00.000Z',
    visits: 80,
  },
];

/** What the language model says, by the scenario of the call and a part of the prompt. */
export function wordsOfModel(scenario: string, prompt: string): string {
  switch (scenario) {
    case 'mindmap_generate':
      return '# Green tea\n## Water\n- eighty degrees\n## Time\n- two minutes';
    case 'evaluation_judge':
      return JSON.stringify({
        relevance: 5,
        correctness: 5,
        faithfulness: 5,
        completeness: 4,
        citationAccuracy: 5,
        hallucinationRisk: 'low',
        reason: 'It names the temperature.',
      });
    case 'writing_assist':
      return 'Tea is good when the water is not too hot.';
    case 'summary_generate':
      return prompt.includes('Oolong')
        ? 'Oolong is rolled by hand and steeped several times.'
        : 'Green tea is made with water of eighty degrees. Let it steep for two minutes.';
    default:
      return 'Green tea is made with water of eighty degrees [1].';
  }
}
