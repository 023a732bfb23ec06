/** Paths of the visitors' operations below the address of the service. */
export const apiPaths = {
  settings: 'apis/api.ai-suite.svc.run/v1alpha2/widget-config',
  stream: 'apis/api.ai-suite.svc.run/v1alpha2/chat/stream',
  chat: 'apis/api.ai-suite.svc.run/v1alpha2/chat',
  feedback: 'apis/api.ai-suite.svc.run/v1alpha1/chat/feedback',
  results: 'apis/api.ai-suite.svc.run/v1alpha1/search/halo-results',
  related: 'apis/api.ai-suite.svc.run/v1alpha1/related',
  searchAnswer: 'apis/api.ai-suite.svc.run/v1alpha1/search/answer',
} as const;
