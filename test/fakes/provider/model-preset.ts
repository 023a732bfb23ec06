/** A provider as the form for models proposes it. */
export const modelPreset = {
  id: 'somewhere',
  title: 'Somewhere',
  baseUrl: 'https://models.example/v1',
  needsKey: true,
  chat: ['talk-1'],
  embedding: { model: 'vector-1', dimensions: 768 },
  prices: [
    {
      model: 'talk-1',
      promptPerMillion: 0.2,
      completionPerMillion: 0.8,
      currency: 'USD',
      asOf: '2026-06-21',
    },
    { model: 'vector-1', promptPerMillion: 0.2, currency: 'USD', asOf: '2026-06-21' },
  ],
};
