/** An operation that the server offers, in words that both versions of OpenAPI can be written from. */
import type { GroupVersionKind } from "../../meta/group-version.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { Parameter } from "./parameters.ts";

export type Method = "delete" | "get" | "head" | "options" | "patch" | "post" | "put";

export interface OperationBody {
  readonly schema: StructSchema;
  readonly required: boolean;
}

/** An answer that is no document. */
export const plainText = "text";

export interface OperationAnswer {
  readonly code: 200 | 201 | 202;
  readonly schema: StructSchema | typeof plainText;
}

export interface Operation {
  readonly path: string;
  readonly method: Method;
  /** Unique in a server: `listCoreV1NamespacedPod`. */
  readonly id: string;
  /** Groups operations for readers: `core_v1`. */
  readonly tag: string;
  readonly description: string;
  /** What is done to objects of which kind; absent where there are no objects. */
  readonly target?: { readonly action: string; readonly kind: GroupVersionKind };
  readonly parameters: readonly Parameter[];
  readonly body?: OperationBody;
  readonly answers: readonly OperationAnswer[];
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

const phrases = { 200: "OK", 201: "Created", 202: "Accepted" } as const;

export function phraseOf({ code }: OperationAnswer): string {
  return phrases[code];
}

/** The operations of each path, both in their order. */
export function byPath(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const known = paths.get(operation.path);
    if (known) known.push(operation);
    else paths.set(operation.path, [operation]);
  }
  return paths;
}

/** The parameters that all operations of a path have, and each operation's others; sorted by name. */
export function splitParameters(operations: readonly Operation[]): {
  readonly common: readonly Parameter[];
  readonly own: ReadonlyMap<Operation, readonly Parameter[]>;
} {
  const [first, ...others] = operations.map(({ parameters }) => parameters);
  const isCommon = ({ name }: Parameter): boolean =>
    others.every((parameters) => parameters.some((one) => one.name === name));
  const common = (first ?? []).filter(isCommon);
  const own = operations.map((operation) => {
    const rest = operation.parameters.filter((parameter) => !common.some(({ name }) => name === parameter.name));
    return [operation, sorted(rest)] as const;
  });
  return { common: sorted(common), own: new Map(own) };
}

function sorted(parameters: readonly Parameter[]): Parameter[] {
  return [...parameters].sort((left, right) => (left.name < right.name ? -1 : 1));
}
