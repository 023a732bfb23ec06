/** Personal data in a text, with UTF-16 offsets. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: 'email' | 'phone' | 'id' | 'card' | 'iban';
}
