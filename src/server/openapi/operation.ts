/** Operations of the API, in a form from which both versions of OpenAPI can be written. */
import type { GroupVersionKind } from "../../meta/group-version.ts";
import type { StructSchema } from "../../schema/index.ts";
import type { Parameter } from "./parameters.ts";

/** HTTP method of an operation. */
export type Method = "delete" | "get" | "head" | "options" | "patch" | "post" | "put";

/** Body that a request has or may have. */
export interface OperationBody {
  readonly schema: StructSchema;
  readonly required: boolean;
}

/** Schema of a response that is plain text. */
export const plainText = "text";

/** Possible response of an operation. */
export interface OperationResponse {
  readonly code: 200 | 201 | 202;
  readonly schema: StructSchema | typeof plainText;
}

/** One operation: a method of a path. */
export interface Operation {
  readonly path: string;
  readonly method: Method;
  /** Unique among all operations: `listCoreV1NamespacedPod`. */
  readonly id: string;
  /** Group of operations that documentation shows together: `core_v1`. */
  readonly tag: string;
  readonly description: string;
  /** Action of the operation and the kind of its objects. Absent if it does not concern objects. */
  readonly target?: { readonly action: string; readonly kind: GroupVersionKind };
  readonly parameters: readonly Parameter[];
  readonly body?: OperationBody;
  readonly responses: readonly OperationResponse[];
  /** Media types of the body. Empty if the operation ignores it. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
}

const phrases = { 200: "OK", 201: "Created", 202: "Accepted" } as const;

/** Returns the reason phrase of the response's code. */
export function reasonPhrase({ code }: OperationResponse): string {
  return phrases[code];
}

/** Groups operations by path. Keeps the order of the paths and of the operations of each path. */
export function groupByPath(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) {
    const known = paths.get(operation.path);
    if (known) known.push(operation);
    else paths.set(operation.path, [operation]);
  }
  return paths;
}

/**
 * Separates the parameters that all operations of a path share from those of the single operations. Both are sorted by
 * name.
 */
export function splitParameters(operations: readonly Operation[]): {
  readonly common: readonly Parameter[];
  readonly ownByOperation: ReadonlyMap<Operation, readonly Parameter[]>;
} {
  const [first, ...others] = operations.map(({ parameters }) => parameters);
  const isCommon = ({ name }: Parameter): boolean =>
    others.every((parameters) => parameters.some((one) => one.name === name));
  const common = (first ?? []).filter(isCommon);
  const own = operations.map((operation) => {
    const ownParameters = operation.parameters.filter(
      (parameter) => !common.some(({ name }) => name === parameter.name),
    );
    return [operation, sortByName(ownParameters)] as const;
  });
  return { common: sortByName(common), ownByOperation: new Map(own) };
}

function sortByName(parameters: readonly Parameter[]): Parameter[] {
  return [...parameters].sort((left, right) => (left.name < right.name ? -1 : 1));
}
