/** Collects the errors of schemas, up to a limit. */
import { type FieldError, fieldErrorsMax } from "../../../meta/field-error.ts";

/** The paths of the errors of deep schemas are long. Together they have at most about this many characters. */
const pathCharactersMax = 8_000_000;

/** A list of errors that stops to grow at a limit. A caller that adds errors should stop when it is full. */
export class SchemaErrorList {
  readonly #errors: FieldError[] = [];
  #pathCharacters = 0;

  /** Whether further errors are dropped. */
  get isFull(): boolean {
    return this.#errors.length > fieldErrorsMax || this.#pathCharacters > pathCharactersMax;
  }

  get length(): number {
    return this.#errors.length;
  }

  add(...errors: readonly FieldError[]): void {
    for (const error of errors) {
      if (this.isFull) return;
      this.#errors.push(error);
      this.#pathCharacters += error.path.length;
    }
  }

  toArray(): readonly FieldError[] {
    return this.#errors;
  }
}
