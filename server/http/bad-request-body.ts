/** The body could not be read at all; the door answers for every style. */
export class UnreadableBody extends Error {
  readonly status: number;
  constructor(status: 400 | 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}
