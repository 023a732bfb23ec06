/** The request body cannot be read at all. The HTTP layer answers this alike for every error style. */
export class BadRequestBody extends Error {
  readonly status: number;
  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** Message for a body that is not JSON. */
export const unreadableJson = 'The body is not valid JSON';
