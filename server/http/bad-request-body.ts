/** The body could not be read at all; the HTTP layer answers the same for every style. */
export class BadRequestBody extends Error {
  readonly status: number;
  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}
