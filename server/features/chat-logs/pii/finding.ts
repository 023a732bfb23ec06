/** A stretch of a text, in UTF-16 units, that tells about a person. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: 'email' | 'phone' | 'id' | 'card' | 'iban';
}
