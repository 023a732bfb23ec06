import type { Diagnosis } from '../../../../contract/usage/figures.ts';

interface Cause {
  readonly key: Diagnosis;
  readonly label: string;
  readonly suggestion: string;
  /** True when a lower-case error of a call of this type has this cause. */
  readonly fits: (error: string, type: string) => boolean;
}

/** Cause of a failure: the first match. */
export function diagnose(type: string, error: string): Diagnosis {
  // Without the model's name, which could match a pattern.
  const words = error.toLowerCase().replace(/^model "[^"]*": /, '');
  return causes.find((cause) => cause.fits(words, type))?.key ?? 'unknown';
}

/** Label and remedy of a cause in English; clients may show their own by the key. */
export const causeOf = (key: string): Omit<Cause, 'fits'> =>
  causes.find((cause) => cause.key === key) ?? unknownCause;

const mentions = (pattern: RegExp) => (error: string) => pattern.test(error);

const unknownCause: Cause = {
  key: 'unknown',
  label: 'Other cause',
  suggestion: 'Read the error text; if it says too little, look for the time of the call in the service log.',
  fits: () => true,
};

const causes: readonly Cause[] = [
  {
    key: 'unreachable',
    label: 'The address of the provider cannot be reached',
    suggestion:
      'Check baseUrl in the models file, whether the provider is running, and whether this machine may connect to it.',
    fits: mentions(
      /econnrefused|enotfound|eai_again|ehostunreach|enetunreach|und_err_connect_timeout|certificate|self[\s-]signed|eproto|err_ssl|hpe_invalid/,
    ),
  },
  {
    key: 'model_unavailable',
    label: 'The model is not connected',
    suggestion:
      'Choose a model of the models file in the configuration, or connect the one that is named: its name may be misspelt.',
    fits: mentions(
      /is not in the model-management component|not[\s_-]?found.{0,40}model|model.{0,80}(?:not[\s_-]?found|(?:not|n't) exist)|no such model|no models? loaded|模型不存在/,
    ),
  },
  {
    key: 'model_missing',
    label: 'No language model is connected',
    suggestion:
      'Connect a model in the models file; until then switch off what only a language model can do, such as automatic keywords.',
    fits: mentions(
      /no (?:chat|embedding|rerank|image) model is connected|must be connected|language model (?:is needed|has to be connected)|built-in model cannot/,
    ),
  },
  {
    key: 'credit',
    label: 'The account at the provider has no credit',
    suggestion:
      'Top up the account or raise its spending limit at the provider, or choose a model of another one.',
    fits: mentions(
      /\b402\b|insufficient[\s_-]?(?:quota|balance|credit|funds)|balance.{0,40}insufficient|exceeded your current quota|billing|quota used up|余额不足|欠费/,
    ),
  },
  {
    key: 'embedding_dimensions',
    label: 'Embedding dimensions do not fit',
    suggestion:
      'Set the number of dimensions to one that the embedding model offers, then rebuild the index.',
    fits: (error, type) => type !== 'image' && /dimension/.test(error),
  },
  {
    key: 'model_kind',
    label: 'The model is of another kind',
    suggestion: 'Choose a model that can do this; the kind of the model in the models file may be wrong.',
    fits: mentions(
      /(?:not|n't) support (?:chat|completion|generate|embedding|rerank|image)|not a (?:chat|embedding|rerank) model/,
    ),
  },
  {
    key: 'context_length',
    label: 'The text is too long for the model',
    suggestion:
      'Choose a model that reads more, or let less be sent: fewer results of retrieval, a shorter history, smaller passages.',
    fits: (error) =>
      !/\b429\b/.test(error) &&
      /context[\s_-]?(?:length|window|size)|maximum (?:input|number of tokens)|too (?:long|many (?:input )?tokens)|input (?:length|tokens?).{0,40}(?:exceed|limit|range)|prompt is too|\b413\b/.test(
        error,
      ),
  },
  {
    key: 'response_format',
    label: 'JSON answers are not supported',
    suggestion: 'Choose a chat model that can answer with a JSON object.',
    fits: mentions(/response_format|json_object/),
  },
  {
    key: 'timeout',
    label: 'The model is too slow',
    suggestion: 'Check the load and network of the provider, or choose a faster model.',
    fits: mentions(/time[\s-]?out|timed[\s-]out|etimedout|\bin time\b|took too long/),
  },
  {
    key: 'auth',
    label: 'The key is not accepted',
    suggestion: 'Check that the variable with the key of this model is set and that the key is valid.',
    fits: mentions(/\b401\b|unauthori[sz]ed|api[\s_-]?key/),
  },
  {
    key: 'permission',
    label: 'The key lacks a permission',
    suggestion: 'Allow this model for the key at the provider, or use another key.',
    fits: mentions(/\b403\b|forbidden/),
  },
  {
    key: 'rate_limit',
    label: 'The provider limits calls',
    suggestion: 'Wait, raise the quota at the provider, or spread bulk work over time.',
    fits: mentions(/\b429\b|rate[\s_-]?limit|too many/),
  },
  {
    key: 'provider_error',
    label: 'The provider has a fault of its own',
    suggestion:
      'Wait and try again; when it lasts, look at the status page of the provider or use another model.',
    fits: mentions(
      /http 5\d\d|\b50[0234]\b|overloaded|econnreset|und_err_socket|internal server error|bad gateway|service unavailable/,
    ),
  },
  {
    key: 'content_policy',
    label: 'The provider withholds this text',
    suggestion: 'The rules of the provider refuse the question or the articles; another model may answer.',
    fits: mentions(
      /content[\s_-]?(?:filter|policy|management policy)|inspection[\s_-]?failed|inappropriate content|sensitive (?:content|information|words)|敏感/,
    ),
  },
  {
    key: 'ai_foundation_service',
    label: 'Model management fails',
    suggestion:
      'Check that the model-management component of the site is running and has a usable default model.',
    fits: mentions(/ai[\s_-]?foundation|model[\s-]management/),
  },
  {
    key: 'sdk_compatibility',
    label: 'The provider answered in an unexpected form',
    suggestion: 'Check that the address belongs to an OpenAI-compatible interface of the right version.',
    fits: mentions(
      /cannot be cast|type mismatch|invalid_union|expected (?:string|number|array|object)|unexpected (?:token|end of json)|not (?:valid )?json|web page|redirects, which|broke off|http (?:404|405)/,
    ),
  },
  {
    key: 'embedding_model',
    label: 'Embedding model fails',
    suggestion: 'Run the embedding test in the configuration and check the model and its address.',
    fits: (error, type) => type === 'embed' || /embedding/.test(error),
  },
  {
    key: 'rerank_model',
    label: 'Rerank model fails',
    suggestion: 'Run the rerank test, or switch reranking off until the model answers again.',
    fits: (error, type) => type === 'rerank' || /rerank/.test(error),
  },
  {
    key: 'invalid_request',
    label: 'The provider refuses the request',
    suggestion:
      'Read the error text: it names what the model does not take, such as a number of tokens or a temperature to change in the configuration.',
    fits: mentions(/\bhttp (?:400|422)\b/),
  },
  unknownCause,
];
