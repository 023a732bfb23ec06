import type { ChatCall, Message } from '../../../ports/models.ts';
import { isLocalAddress } from '../model-address.ts';
import type { ModelSpec } from '../models-file.ts';
import type { Body } from './http/encode-body.ts';
import { guessReasoningParameter, reasoningFields } from './reasoning-parameter.ts';

/** Stop sequences for models whose chat template is wrong; servers accept at most four. */
const endTokens = ['<|im_end|>', '<|endoftext|>', '<|eot_id|>', '<end_of_turn>'];

const formatOf = ({ json, schema }: ChatCall): Body['fields'] => {
  if (schema) return { response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } } };
  return json ? { response_format: { type: 'json_object' } } : {};
};

/** The text alone, or with pictures its parts; as data, since a server in the house must not fetch addresses. */
function contentOf({ content, images = [] }: Message) {
  if (images.length === 0) return content;
  const pictures = images.map(({ bytes, mediaType }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return [{ type: 'text', text: content }, ...pictures];
}

/** The body of a chat request. */
export function bodyOf(spec: ModelSpec, call: ChatCall): Body {
  const { temperature, maxTokens, reasoning = 'default' } = call;
  const parameter = spec.reasoningParameter ?? guessReasoningParameter(spec.baseUrl);
  return {
    fields: {
      model: spec.model,
      messages: call.messages.map((message) => ({ role: message.role, content: contentOf(message) })),
      stream: true,
      stream_options: { include_usage: true },
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
      ...formatOf(call),
      ...(isLocalAddress(spec.baseUrl) ? { stop: endTokens } : {}),
      ...(reasoning === 'default' ? {} : reasoningFields(parameter, reasoning === 'enabled')),
      ...spec.body,
    },
  };
}
