/** Values of the type `Quantity`. */
import { parseQuantity, Quantity, type QuantityFormat } from "../../../../meta/quantity.ts";
import type { ObjectType } from "../../../types/index.ts";
import { noSuchOverload, OpaqueValue, type Value } from "../../../values/index.ts";
import {
  type Amount,
  addAmounts,
  amountOf,
  amountOfInteger,
  compareAmounts,
  nanosOf,
  subtractAmounts,
} from "./amount.ts";

/** A quantity as a value. Immutable. */
export abstract class QuantityValue extends OpaqueValue {
  readonly type: ObjectType;
  abstract readonly amount: Amount;
  abstract readonly format: QuantityFormat;

  constructor(type: ObjectType) {
    super();
    this.type = type;
  }

  compare(other: QuantityValue): -1 | 0 | 1 {
    return compareAmounts(this.amount, other.amount);
  }

  /** As in the reference, no quantity can be compared with a computed one. A computed one can be compared with a parsed one. */
  override equals(other: Value): Value {
    return other instanceof ParsedQuantity ? this.compare(other) === 0 : noSuchOverload();
  }

  add(other: QuantityValue): QuantityValue {
    return new ComputedQuantity(this.type, addAmounts(this.amount, other.amount), this.#formatWith(other));
  }

  subtract(other: QuantityValue): QuantityValue {
    return new ComputedQuantity(this.type, subtractAmounts(this.amount, other.amount), this.#formatWith(other));
  }

  /** Returns the format of a sum. Zero has no suffix, so the sum gets the format of the other operand. */
  #formatWith(other: QuantityValue): QuantityFormat {
    return this.amount.digits === 0n ? other.format : this.format;
  }
}

/** A quantity that was parsed from a text. */
export class ParsedQuantity extends QuantityValue {
  readonly #text: string;
  readonly #quantity: Quantity;
  #amount: Amount | undefined;

  /** @throws ParseError with the reference's text */
  constructor(type: ObjectType, text: string) {
    super(type);
    this.#text = text;
    this.#quantity = parseQuantity(text);
  }

  override get amount(): Amount {
    this.#amount ??= amountOf(this.#text, this.#quantity);
    return this.#amount;
  }

  override get format(): QuantityFormat {
    return this.#quantity.format;
  }

  override compare(other: QuantityValue): -1 | 0 | 1 {
    return other instanceof ParsedQuantity ? this.#quantity.compare(other.#quantity) : super.compare(other);
  }

  override toString(): string {
    return this.#quantity.toString();
  }
}

/** A sum, a difference or an integer. */
export class ComputedQuantity extends QuantityValue {
  readonly amount: Amount;
  readonly format: QuantityFormat;

  constructor(type: ObjectType, amount: Amount, format: QuantityFormat) {
    super(type);
    this.amount = amount;
    this.format = format;
  }

  static ofInteger(type: ObjectType, value: bigint): ComputedQuantity {
    return new ComputedQuantity(type, amountOfInteger(value), "DecimalExponent");
  }

  override toString(): string {
    return new Quantity(nanosOf(this.amount), this.format).toString();
  }
}
