import type { ParameterFallback } from './retry-policy.ts';

interface SentMessage {
  readonly role: string;
  readonly content: string | readonly unknown[];
}

/** Moves the system message to the beginning of the first user message, for models whose template has no system role. */
export const systemRole: ParameterFallback = {
  name: 'system role',
  value: ({ messages }) => (isList(messages) && messages.some(isSystem) ? true : undefined),
  refusedBy: (reason) => NAMED.test(reason) && REFUSED.test(reason),
  apply: ({ fields }) => ({
    ...fields,
    messages: isList(fields['messages']) ? withoutSystem(fields['messages']) : fields['messages'],
  }),
};

const NAMED =
  /\b(?:system|developer)\b.{0,40}\b(?:role|message|prompt|instruction)|\brole\b.{0,60}\b(?:system|assistant)\b|\broles?\b.{0,30}\balternat|\buser\b.{0,20}\bassistant\b.{0,20}\broles?\b|messages.{0,6}\brole\b|system.{0,4}(?:角色|消息|提示)|(?:角色|消息|不支持|非法).{0,8}system/i;
const REFUSED =
  /not (?:be |yet )?(?:support|allow|permit|enabl|accept|valid|one of)|does not|doesn't|un(?:support|expect|known|recogni)|invalid|only|must|should be|ensure|alternat|不支持|不允许|非法|错误/i;

const isSystem = ({ role }: SentMessage) => role === 'system' || role === 'developer';

const isList = (messages: unknown): messages is readonly SentMessage[] => Array.isArray(messages);

function withoutSystem(messages: readonly SentMessage[]): readonly SentMessage[] {
  const instructions = messages.filter(isSystem).map(({ content }) => content);
  const rest = messages.filter((message) => !isSystem(message));
  const first = rest[0];
  const before = instructions.join('\n\n');
  if (first?.role !== 'user') return [{ role: 'user', content: before }, ...rest];
  const content =
    typeof first.content === 'string'
      ? `${before}\n\n${first.content}`
      : [{ type: 'text', text: before }, ...first.content];
  return [{ ...first, content }, ...rest.slice(1)];
}
