/** Why a regular expression cannot be compiled, or cannot be applied to a text. */
export class PatternError {
  /** In the words of the reference. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}
