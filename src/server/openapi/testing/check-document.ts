/** Rules that both versions of OpenAPI have for the whole document. */
import { valueAt } from "../../../base/paths.ts";

/** Parameter in either version. */
export interface DocumentParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}

/** Operation in either version. */
export interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly (DocumentParameter | { readonly $ref: string })[];
}

/** Document in either version, with the members that the checks read. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
}

/** Returns an error for each reference whose target does not exist. */
export function checkReferences(document: Document): readonly string[] {
  return [...referencesIn(document)]
    .filter((one) => resolve(document, one) === undefined)
    .map((one) => `${one}: nothing there`);
}

function* referencesIn(value: unknown): Iterable<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === "$ref" && typeof one === "string") yield one;
    else yield* referencesIn(one);
  }
}

function resolve(document: Document, reference: string): unknown {
  const steps = reference.replace("#/", "").split("/");
  const holder = valueAt(document, steps.slice(0, -1).join(".")) as Record<string, unknown> | undefined;
  return holder?.[steps.at(-1) ?? ""];
}

/**
 * Returns errors for repeated operation ids, repeated parameters, and path parameters that are undeclared, optional or
 * not in the path.
 */
export function checkPaths(document: Document): readonly string[] {
  const seen = new Set<string>();
  return Object.entries(document.paths).flatMap(([path, { parameters: shared, ...operations }]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const where = `${method} ${path}`;
      const repeated = seen.has(operation.operationId) ? [`${where}: ${operation.operationId} is taken`] : [];
      seen.add(operation.operationId);
      const listed = [...((shared as DocumentOperation["parameters"]) ?? []), ...(operation.parameters ?? [])];
      const parameters = listed.map((one) =>
        "$ref" in one ? (resolve(document, one.$ref) as DocumentParameter) : one,
      );
      return [...repeated, ...checkParameters(path, parameters).map((fault) => `${where}: ${fault}`)];
    }),
  );
}

function checkParameters(path: string, parameters: readonly DocumentParameter[]): readonly string[] {
  const inPath = parameters.filter((one) => one.in === "path");
  const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const keys = parameters.map((one) => `${one.in} ${one.name}`);
  return [
    ...wanted.filter((name) => !inPath.some((one) => one.name === name)).map((name) => `${name} is not declared`),
    ...inPath.filter(({ name }) => !wanted.includes(name)).map(({ name }) => `${name} is not in the path`),
    ...inPath.filter(({ required }) => required !== true).map(({ name }) => `${name} must be required`),
    ...keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} comes twice`),
  ];
}
