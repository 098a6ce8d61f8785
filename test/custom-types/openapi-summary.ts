/**
 * Brings OpenAPI documents of both versions into a form that can be compared with those of the reference: without the texts of the
 * server, and with one short line for each member of an operation.
 */

type Json = Readonly<Record<string, unknown>>;

/** A document of either version, with the members that are compared. */
export interface OpenApiDocument {
  readonly info: Json;
  readonly paths: Readonly<Record<string, Json>>;
  readonly definitions?: Json;
  readonly parameters?: Json;
  readonly components?: { readonly schemas: Json; readonly securitySchemes?: Json };
}

/** An operation: its id, tag, target, parameters, media types and responses. */
export type OperationSummary = readonly string[];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly type?: string;
  readonly schema?: Json;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Json; readonly required?: boolean };
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly schema?: Json; readonly content?: Json }>>;
}

/** Returns the operations whose path begins with one of the prefixes, by method and path. */
export function operationSummaries(
  document: OpenApiDocument,
  prefixes: readonly string[],
): Readonly<Record<string, OperationSummary>> {
  const paths = Object.entries(document.paths).filter(([path]) => prefixes.some((prefix) => path.startsWith(prefix)));
  const summaries = paths.flatMap(([path, { parameters = [], ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => {
      const summary = summaryOf(operation as Operation, parameters as readonly Json[], document);
      return [`${method} ${path}`, summary] as const;
    }),
  );
  return Object.fromEntries(summaries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function summaryOf(operation: Operation, shared: readonly Json[], document: OpenApiDocument): OperationSummary {
  const { operationId, tags, requestBody, responses, consumes = [], produces = [], ...rest } = operation;
  const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolved(one, document));
  const body = parameters.find((one) => one.in === "body") ?? requestBody;
  const extensions = Object.entries(rest).filter(([name]) => name.startsWith("x-"));
  return [
    `${operationId} ${tags.join()}`,
    ...extensions.map(([name, value]) => `${name}: ${targetText(value)}`).sort(),
    `parameters: ${parameters
      .filter((one) => one.in !== "body")
      .map(parameterText)
      .sort()
      .join()}`,
    ...(body ? [`body: ${body.required === true ? "required " : ""}${schemaNames(body)}`] : []),
    ...(requestBody ? [`consumes: ${Object.keys(requestBody.content).sort().join()}`] : []),
    ...(consumes.length > 0 && body ? [`consumes: ${[...consumes].sort().join()}`] : []),
    ...Object.entries(responses).map(
      ([code, { content, schema }]) =>
        `${code}: ${schemaNames({ content, schema })} ${(schema ? [...produces] : Object.keys(content ?? {})).sort().join()}`,
    ),
  ];
}

function targetText(value: unknown): string {
  if (typeof value === "string") return value;
  const { group, version, kind } = value as Readonly<Record<string, string>>;
  return `${group}/${version} ${kind}`;
}

function resolved(parameter: Json, document: OpenApiDocument): Parameter {
  const { $ref } = parameter;
  const name = typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : undefined;
  return (name === undefined ? parameter : document.parameters?.[name]) as Parameter;
}

function parameterText({ name, in: location, required, type, schema }: Parameter): string {
  return [name, location, type ?? String(schema?.["type"]), ...(required ? ["required"] : [])].join(":");
}

/** Returns the names of the definitions that a body refers to. */
function schemaNames(body: unknown): string {
  const names = [...JSON.stringify(body).matchAll(/"\$ref":"#\/(?:definitions|components\/schemas)\/([^"]+)"/g)];
  return [...new Set(names.map(([, name]) => name))].join();
}

/** Returns the definitions with one of the names, without descriptions that do not come from `ownTexts`. */
export function definitionsOf(
  { definitions, components }: OpenApiDocument,
  names: readonly string[],
  ownTexts: ReadonlySet<string>,
): Json {
  const all = definitions ?? components?.schemas ?? {};
  return Object.fromEntries(names.map((name) => [name, withoutServerTexts(all[name], ownTexts)]));
}

function withoutServerTexts(value: unknown, ownTexts: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutServerTexts(one, ownTexts));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, one]) => name !== "description" || typeof one !== "string" || ownTexts.has(one),
  );
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutServerTexts(one, ownTexts)]));
}

/** Returns the descriptions in a value. */
export function descriptionsIn(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  JSON.stringify(value, (name, one: unknown) => {
    if (name === "description" && typeof one === "string") texts.add(one);
    return one;
  });
  return texts;
}
