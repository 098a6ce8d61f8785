/**
 * Unknown types, and the types that were found for them. Each type parameter of a called function, and each element of an empty
 * list, becomes an unknown type, which later uses bind to a type.
 */
import { dynType, isSameType, type Type, typeParameter, typeParts, withParts } from "../types/index.ts";

/** Whether any operation on values of the type is checked at run time only. */
export function isDyn(type: Type): boolean {
  return type.kind === "dyn" || type.kind === "any";
}

/** Whether a type accepts everything: `dyn`, or the type of a part with a fault. */
export function isDynOrError(type: Type): boolean {
  return type.kind === "error" || isDyn(type);
}

/** Types that `null` is assignable to, because older versions of the language had no optional values. */
const nullableKinds: ReadonlySet<Type["kind"]> = new Set(["null", "opaque", "object", "any", "duration", "timestamp"]);

/** The types that unknown types are bound to. Failed attempts to bind leave no trace. */
export class TypeBindings {
  readonly #types = new Map<string, Type>();
  /** Bindings that the current attempt has replaced, to restore them. */
  #replaced: [name: string, type: Type | undefined][] = [];
  #unknownCount = 0;

  /** Returns a new unknown type. */
  newUnknown(): Type {
    return typeParameter(`_var${this.#unknownCount++}`);
  }

  /** Whether a value of type `from` can be used as a `to`. If so, unknown types are bound so that it can. */
  assign(from: Type, to: Type): boolean {
    if (from === to) return true;
    return this.#attempt(() => this.#isAssignable(from, to));
  }

  /** Whether values of all types `from` can be used for the types `to`, of which there are as many. */
  assignAll(from: readonly Type[], to: readonly Type[]): boolean {
    return this.#attempt(() => this.#areAssignable(from, to));
  }

  #attempt(bind: () => boolean): boolean {
    this.#replaced.length = 0;
    if (bind()) return true;
    for (const [name, type] of this.#replaced.toReversed()) {
      if (type) this.#types.set(name, type);
      else this.#types.delete(name);
    }
    return false;
  }

  #bind(name: string, type: Type): void {
    this.#replaced.push([name, this.#types.get(name)]);
    this.#types.set(name, type);
  }

  #boundType(type: Type): Type | undefined {
    return type.kind === "parameter" ? this.#types.get(type.name) : undefined;
  }

  #areAssignable(from: readonly Type[], to: readonly Type[]): boolean {
    return from.length === to.length && from.every((type, index) => this.#isAssignable(type, to[index] as Type));
  }

  #isAssignable(from: Type, to: Type): boolean {
    if (to.kind === "parameter") {
      const { isValid, isBound } = this.#substitute(from, to);
      if (isValid || isBound) return isValid;
    }
    if (from.kind === "parameter") return this.#substitute(to, from).isValid;
    if (isDynOrError(from) || isDynOrError(to)) return true;
    if (from.kind === "null") return nullableKinds.has(to.kind);
    if (to.kind === "null") return nullableKinds.has(from.kind);
    switch (from.kind) {
      case "type":
        return to.kind === "type";
      case "list":
      case "map":
        return from.kind === to.kind && this.#areAssignable(typeParts(from), typeParts(to));
      case "opaque":
        return to.kind === "opaque" && from.name === to.name && this.#areAssignable(from.parameters, to.parameters);
      default:
        return isSameType(from, to);
    }
  }

  /** Binds the unknown type to `type`, or to the more general of both if it is bound already. */
  #substitute(type: Type, unknown: Type & { kind: "parameter" }): { isValid: boolean; isBound: boolean } {
    if (isSameType(type, unknown)) return { isValid: true, isBound: true };
    const bound = this.#types.get(unknown.name);
    if (bound === undefined) {
      const isValid = !this.#occursIn(unknown, type);
      if (isValid) this.#bind(unknown.name, type);
      return { isValid, isBound: false };
    }
    if (isSameType(type, bound)) return { isValid: true, isBound: true };
    if (!this.#isAssignable(type, bound)) return { isValid: false, isBound: true };
    const general = mostGeneral(type, bound);
    if (!this.#occursIn(unknown, general)) this.#bind(unknown.name, general);
    return { isValid: true, isBound: true };
  }

  /** Whether a type contains the unknown type, so that binding it would be circular. */
  #occursIn(unknown: Type, type: Type): boolean {
    if (isSameType(unknown, type)) return true;
    if (type.kind === "parameter") {
      const bound = this.#types.get(type.name);
      return bound !== undefined && this.#occursIn(unknown, bound);
    }
    return typeParts(type).some((part) => this.#occursIn(unknown, part));
  }

  /**
   * Returns a type with its unknown types replaced by the types to which they are bound.
   * @param unboundAsDyn whether unknown types that are not bound become dyn
   */
  resolve(type: Type, unboundAsDyn: boolean): Type {
    const bound = this.#boundType(type);
    if (bound) return this.resolve(bound, unboundAsDyn);
    if (type.kind === "parameter") return unboundAsDyn ? dynType : type;
    return withParts(type, (part) => this.resolve(part, unboundAsDyn));
  }
}

/** Returns the one of two assignable types that more values have. */
export function mostGeneral(one: Type, other: Type): Type {
  return isEqualOrLessSpecific(one, other) ? one : other;
}

function isEqualOrLessSpecific(one: Type, other: Type): boolean {
  if (isDyn(one) || one.kind === "parameter") return true;
  if (isDyn(other) || other.kind === "parameter" || one.kind !== other.kind) return false;
  switch (one.kind) {
    case "type":
      return true;
    case "opaque":
      if (one.name !== (other as typeof one).name) return false;
      return arePartsLessSpecific(one, other);
    case "list":
    case "map":
      return arePartsLessSpecific(one, other);
    default:
      return isSameType(one, other);
  }
}

function arePartsLessSpecific(one: Type, other: Type): boolean {
  const [parts, otherParts] = [typeParts(one), typeParts(other)];
  if (parts.length !== otherParts.length) return false;
  return parts.every((part, index) => isEqualOrLessSpecific(part, otherParts[index] as Type));
}
