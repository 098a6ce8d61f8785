/**
 * Creates random expressions from the declarations of an environment: for each wanted type a literal, a variable, a macro, or a call
 * of a function with this result. Most of them are valid. Some have arguments of other types, or damaged texts.
 */
import type { Random } from "../../src/base/random.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  type Environment,
  intType,
  listType,
  mapType,
  optionalType,
  stringType,
  type Type,
  timestampType,
  typeParts,
  uintType,
  withParts,
} from "../../src/cel/index.ts";

/** A signature of a function, and how it is called. */
interface Signature {
  readonly name: string;
  readonly isMember: boolean;
  readonly parameters: readonly Type[];
  readonly result: Type;
}

const binaryOperator = /^_(.+)_$/;
const depthMax = 4;

const literals: Readonly<Partial<Record<Type["kind"], readonly string[]>>> = {
  bool: ["true", "false"],
  bytes: ["b''", "b'abc'", "b'\\xff'"],
  double: ["0.0", "-1.5", "1e308", "double('NaN')", "0.1"],
  duration: ["duration('0s')", "duration('1h30m')", "duration('-1ns')"],
  int: ["0", "1", "-1", "2", "7", "9223372036854775807", "-9223372036854775808", "1000000"],
  null: ["null"],
  timestamp: ["timestamp('2025-01-01T00:00:00Z')", "timestamp(0)", "timestamp('9999-12-31T23:59:59.999Z')"],
  type: ["int", "string", "type(1)"],
  uint: ["0u", "1u", "18446744073709551615u"],
};

const texts: readonly string[] = [
  "",
  "a",
  "a,b,,c",
  "é😀\u0000",
  "10.0.0.1",
  "2001:db8::/32",
  "https://user@a.b:80/c?d=e",
  "1.5Gi",
  "1h30m",
  "2025-01-01T00:00:00Z",
  "America/New_York",
  "^[a-z]+$",
  "(a+)+$",
  "(a|b){1,30}c",
  "[",
  "%d %s %.3f %%",
  "%",
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "-9223372036854775808",
  "true",
];

const scalarTypes: readonly Type[] = [boolType, intType, stringType, doubleType, uintType, bytesType, dynType];
const rootTypes: readonly Type[] = [
  ...scalarTypes,
  durationType,
  timestampType,
  listType(intType),
  listType(stringType),
  mapType(stringType, intType),
  optionalType(intType),
  listType(dynType),
];

/** Characters that replace others in damaged texts. */
const damage = "()[]{}.,:?!+-*/%<>=&|'\"\\ \n\t0123456789abcxyzu_@#$`~^;é😀\u0000\ud800";

/** Creates expressions for one environment. */
export class RandomExpressions {
  readonly #random: Random;
  readonly #signatures: readonly Signature[];
  readonly #variables: { readonly name: string; readonly type: Type }[];

  constructor(random: Random, environment: Environment) {
    this.#random = random;
    this.#variables = environment.variableNames().flatMap((name) => {
      const type = environment.variable(name);
      return type ? [{ name, type }] : [];
    });
    this.#signatures = environment.functionNames().flatMap((name) =>
      name.includes("@") && name !== "@in"
        ? []
        : (environment.function(name)?.overloads ?? []).map(({ member, parameters, result }) => ({
            name,
            isMember: member,
            parameters,
            result,
          })),
    );
  }

  /** Returns an expression. One of eight has a damaged text, one of 40 consists of random characters. */
  next(): string {
    if (this.#isOnceIn(40)) return this.#characters(1 + this.#random.below(60));
    const text = this.#value(this.#pick(rootTypes), 1 + this.#random.below(depthMax));
    return this.#isOnceIn(8) ? this.#damaged(text) : text;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[this.#random.below(choices.length)] as T;
  }

  #isOnceIn(count: number): boolean {
    return this.#random.below(count) === 0;
  }

  #characters(count: number): string {
    return Array.from({ length: count }, () => damage[this.#random.below(damage.length)]).join("");
  }

  #damaged(text: string): string {
    const [start, removed] = [this.#random.below(text.length + 1), this.#random.below(4)];
    return text.slice(0, start) + this.#characters(this.#random.below(3)) + text.slice(start + removed);
  }

  #value(wanted: Type, depth: number): string {
    const type = this.#isOnceIn(30) ? this.#pick(scalarTypes) : wanted;
    const choice = this.#random.below(10);
    if (depth > 0 && choice < 5) {
      const call = this.#call(type, depth - 1);
      if (call !== undefined) return call;
    }
    if (depth > 0 && choice < 7) {
      const macro = this.#macro(type, depth - 1);
      if (macro !== undefined) return macro;
    }
    const named = this.#variables.filter((variable) => variable.type.kind === type.kind || variable.type === dynType);
    return named.length > 0 && choice < 9 ? this.#pick(named).name : this.#literal(type, depth);
  }

  #literal(type: Type, depth: number): string {
    const parts = (): readonly number[] => Array.from({ length: this.#random.below(4) });
    const part = (of: Type): string => this.#value(of, depth - 1);
    switch (type.kind) {
      case "string":
        return JSON.stringify(this.#pick(texts));
      case "list":
        return depth < 0
          ? "[]"
          : `[${parts()
              .map(() => part(type.element))
              .join(", ")}]`;
      case "map":
        return depth < 0
          ? "{}"
          : `{${parts()
              .map(() => `${part(type.key)}: ${part(type.value)}`)
              .join(", ")}}`;
      case "opaque":
        return type.parameters[0] && depth >= 0 ? `optional.of(${part(type.parameters[0])})` : "optional.none()";
      case "object":
        return this.#call(type, 0) ?? "dyn(0)";
      default:
        return this.#pick(literals[type.kind] ?? ["dyn(1)", "dyn('a')", "dyn([1, 'a'])", "dyn({'a': null})"]);
    }
  }

  /** Returns a call with a result of a type; undefined if no function has one. */
  #call(type: Type, depth: number): string | undefined {
    const start = this.#random.below(this.#signatures.length);
    for (let index = 0; index < this.#signatures.length; index++) {
      const signature = this.#signatures[(start + index) % this.#signatures.length] as Signature;
      const bound = new Map<string, Type>();
      if (!fits(signature.result, type, bound)) continue;
      const args = signature.parameters.map((parameter) => {
        const argument = this.#value(this.#substituted(parameter, bound), depth);
        return `(${argument})`;
      });
      const call = spelled(signature, args);
      if (call !== undefined) return call;
    }
    return undefined;
  }

  #substituted(type: Type, bound: Map<string, Type>): Type {
    if (type.kind !== "parameter") return withParts(type, (part) => this.#substituted(part, bound));
    const known = bound.get(type.name) ?? this.#pick(scalarTypes);
    bound.set(type.name, known);
    return known;
  }

  #macro(type: Type, depth: number): string | undefined {
    const element = this.#pick(scalarTypes);
    const range = `(${this.#value(this.#isOnceIn(3) ? mapType(element, stringType) : listType(element), depth)})`;
    const name = `v${this.#variables.length}`;
    this.#variables.push({ name, type: element });
    const inner = (of: Type): string => this.#value(of, depth);
    const macro = this.#macroCall(type, name, inner);
    this.#variables.pop();
    return macro === undefined ? undefined : range + macro;
  }

  #macroCall(type: Type, name: string, inner: (type: Type) => string): string | undefined {
    if (type.kind === "list") {
      if (this.#isOnceIn(2)) return `.filter(${name}, ${inner(boolType)})`;
      return this.#isOnceIn(2)
        ? `.map(${name}, ${inner(type.element)})`
        : `.map(${name}, ${inner(boolType)}, ${inner(type.element)})`;
    }
    if (type.kind === "map") return `.transformMap(i, ${name}, ${inner(type.value)})`;
    if (type.kind !== "bool") return undefined;
    return `.${this.#pick(["all", "exists", "exists_one"])}(${name}, ${inner(boolType)})`;
  }
}

/** Whether a result has a wanted type, or can have it. Binds type parameters. */
function fits(result: Type, wanted: Type, bound: Map<string, Type>): boolean {
  if (result.kind === "parameter") {
    bound.set(result.name, wanted);
    return true;
  }
  if (result.kind !== wanted.kind) return false;
  if (result.kind === "object" && result.name !== (wanted as typeof result).name) return false;
  const [parts, wantedParts] = [typeParts(result), typeParts(wanted)];
  return (
    parts.length === wantedParts.length && parts.every((part, index) => fits(part, wantedParts[index] as Type, bound))
  );
}

/** Returns the text of a call; undefined for operators that need special arguments. */
function spelled({ name, isMember }: Signature, args: readonly string[]): string | undefined {
  const [first = "", second = "", third = ""] = args;
  switch (name) {
    case "_?._":
      return `${first}.?a`;
    case "_[_]":
      return `${first}[${second}]`;
    case "_[?_]":
      return `${first}[?${second}]`;
    case "_?_:_":
      return `(${first} ? ${second} : ${third})`;
    case "@in":
      return `(${first} in ${second})`;
    case "!_":
    case "-_":
      return `${name.slice(0, 1)}${first}`;
    default: {
      const operator = binaryOperator.exec(name)?.[1];
      if (operator !== undefined) return `(${first} ${operator} ${second})`;
      return isMember ? `${first}.${name}(${args.slice(1).join(", ")})` : `${name}(${args.join(", ")})`;
    }
  }
}
