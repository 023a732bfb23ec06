/**
 * Replaces credentials in foreign text: authorization headers, provider keys, passwords in URLs, and values of fields
 * or query parameters named as a key. The text around them stays.
 */
export const redact = (text: string): string =>
  patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+(?!\*\*\*)[^\s"',;]{3,}/gi, '$1 ***'],
  [/\b(https?:\/\/)[^\s/@"']{1,500}@/gi, '$1***@'],
  [
    /((?:api|access|secret|auth|subscription)[\s_-]?(?:key|token)|authorization|password|passwd|secret)(["']?\s*[:=]\s*["']?)(?!bearer|basic|\*\*\*)[^\s"',;&]{3,}/gi,
    '$1$2***',
  ],
  [/([?&](?:key|token|sig|signature)=)[^\s"'&]+/gi, '$1***'],
  // Keys by their format: OpenAI and similar, Google, GitHub, Hugging Face, Slack, AWS, JSON Web Tokens.
  [/\bsk-[\w*.-]{6,}/gi, '***'],
  [/\bAIza[\w-]{20,}/g, '***'],
  [/\b(?:gh[pousr]|hf|xox[abprs])[_-][\w-]{10,}/g, '***'],
  [/\bAKIA[0-9A-Z]{12,}/g, '***'],
  [/\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g, '***'],
];
