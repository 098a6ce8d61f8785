/** Values that are not JSON. Expressions of policies can put them into the configurations that they apply. */
import { GoText } from "../meta/go-quote.ts";

/** The prints of a foreign value in Go. */
export interface ForeignPrints {
  /** The type (`%T`), such as `time.Duration`. */
  readonly type: string;
  /** Go syntax (`%#v`). */
  readonly syntax: string;
  /** The text (`%v`). */
  readonly text: string;
}

/** A value that is not JSON, such as a duration. It matches no schema. */
export class ForeignValue extends GoText {
  readonly prints: ForeignPrints;

  constructor(prints: ForeignPrints) {
    super(prints.syntax);
    this.prints = prints;
  }
}
