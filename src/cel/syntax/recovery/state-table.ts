/** Remembers values that depend on a state, the least precedence of operators, and the next token. */
import { token } from "../tokens.ts";
import type { State } from "./states.ts";

const kindCount = token.invalid;
const precedenceCount = 4;

/** Computes each value when it is first needed. */
export class StateTable<Of extends State, Value> {
  readonly #compute: (state: Of, precedence: number, kind: number) => Value;
  readonly #values: (Value | undefined)[] = [];

  constructor(compute: (state: Of, precedence: number, kind: number) => Value) {
    this.#compute = compute;
  }

  get(state: Of, precedence: number, kind: number): Value {
    const index = (state.index * precedenceCount + precedence) * kindCount + kind;
    return this.#values[index] ?? this.#add(index, this.#compute(state, precedence, kind));
  }

  #add(index: number, value: Value): Value {
    while (this.#values.length <= index) this.#values.push(undefined);
    this.#values[index] = value;
    return value;
  }
}
