/** The path of the settings below the address of the service: of all paths every page needs this one. */
export const settingsPath = 'apis/api.ai-suite.svc.run/v1alpha2/widget-config';

/** Paths of the visitors' other operations below the address of the service. */
export const apiPaths = {
  stream: 'apis/api.ai-suite.svc.run/v1alpha2/chat/stream',
  chat: 'apis/api.ai-suite.svc.run/v1alpha2/chat',
  feedback: 'apis/api.ai-suite.svc.run/v1alpha1/chat/feedback',
  results: 'apis/api.ai-suite.svc.run/v1alpha1/search/halo-results',
  shares: 'apis/api.ai-suite.svc.run/v1alpha1/chat/shares',
  related: 'apis/api.ai-suite.svc.run/v1alpha1/related',
  scopes: 'apis/api.ai-suite.svc.run/v1alpha1/search/scopes',
  searchAnswer: 'apis/api.ai-suite.svc.run/v1alpha1/search/answer',
} as const;
