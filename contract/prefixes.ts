/** Path prefixes (spec, preface). */
export const publicPrefix = '/apis/api.ai-suite.svc.run/v1alpha1';
export const publicPrefixV2 = '/apis/api.ai-suite.svc.run/v1alpha2';
export const consolePrefix = '/apis/console.api.ai-suite.svc.run/v1alpha1';
/** Halo's model management, which the console of the reference implementation asks. */
export const haloModelsPrefix = '/apis/console.api.aifoundation.halo.run/v1alpha1';
/** The console's pages, unless the operator gives them a place of their own. */
export const consolePages = '/console';
