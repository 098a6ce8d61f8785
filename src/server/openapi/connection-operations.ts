/** Operations of connected subresources, such as `log` and `proxy`. Their bodies have no schema. */
import { capitalize } from "../../base/capitalize.ts";
import type { StructSchema } from "../../schema/index.ts";
import { typeMetaFields } from "../../schema/index.ts";
import { type EndpointConnection, type ServedEndpoint } from "../served/endpoint.ts";
import { type Method, type Operation, plainText } from "./operation.ts";
import { type OperationArea, withArticle } from "./operation-names.ts";
import { type OperationPath, objectPath } from "./operation-path.ts";
import { type Parameter, proxiedPathParameter, readParameters } from "./parameters.ts";

const anyMediaType: readonly string[] = ["*/*"];

/** Methods of each form of connection, in the order of the document. */
const methods: Readonly<Record<"streams" | "requests", readonly Method[]>> = {
  streams: ["get", "post"],
  requests: ["get", "put", "post", "delete", "options", "head", "patch"],
};

/**
 * Returns the operations of a connected subresource. A proxy gets two sets: one for its own path and one for paths
 * below it.
 */
export function connectionOperations(
  endpoint: ServedEndpoint,
  connection: EndpointConnection,
  area: OperationArea,
): Operation[] {
  const { form, options } = connection;
  const ownPath = objectPath(endpoint, area);
  const parameters = optionParameters(options);
  if (form === "text") return [readOperation(endpoint, ownPath, parameters, area)];
  const paths = form === "requests" ? [ownPath, proxiedPath(ownPath)] : [ownPath];
  return paths.flatMap((path) =>
    methods[form].map((method) => connectOperation(endpoint, method, path, parameters, area)),
  );
}

function readOperation(
  endpoint: ServedEndpoint,
  path: OperationPath,
  options: readonly Parameter[],
  area: OperationArea,
): Operation {
  return {
    ...operation(endpoint, { idPrefix: "read", action: "get" }, path, area),
    method: "get",
    description: `read ${endpoint.subresource} of ${withArticle(endpoint.resourceKind.kind)}`,
    parameters: [...readParameters, ...options, ...path.parameters],
    produces: ["text/plain", ...area.mediaTypes],
  };
}

function connectOperation(
  endpoint: ServedEndpoint,
  method: Method,
  path: OperationPath,
  options: readonly Parameter[],
  area: OperationArea,
): Operation {
  const { resourceKind, subresource } = endpoint;
  const idVerb = capitalize(method);
  const common = operation(endpoint, { idPrefix: "connect", idVerb, action: "connect" }, path, area);
  return {
    ...common,
    method,
    description: `connect ${method.toUpperCase()} requests to ${subresource} of ${withArticle(resourceKind.kind)}`,
    parameters: [...options, ...path.parameters],
    produces: anyMediaType,
  };
}

/** @param naming.idVerb method in the operation's id, in front of the kind; empty for `log` */
function operation(
  { documentKind, resourceKind }: ServedEndpoint,
  { idPrefix, idVerb = "", action }: { readonly idPrefix: string; readonly idVerb?: string; readonly action: string },
  { template, idBeforeKind, idAfterKind }: OperationPath,
  { idPart, tag }: OperationArea,
): Pick<Operation, "path" | "id" | "tag" | "target" | "responses" | "consumes"> {
  const { group, version } = documentKind;
  return {
    path: template,
    id: [idPrefix, idPart, idVerb, idBeforeKind, resourceKind.kind, idAfterKind].join(""),
    tag,
    target: { action, kind: { group, version, kind: documentKind.kind } },
    responses: [{ code: 200, schema: plainText }],
    consumes: anyMediaType,
  };
}

function proxiedPath(path: OperationPath): OperationPath {
  return {
    ...path,
    template: `${path.template}/{${proxiedPathParameter.name}}`,
    parameters: [...path.parameters, proxiedPathParameter],
    idAfterKind: `${path.idAfterKind}WithPath`,
  };
}

/** Returns a query parameter for each field of the options. As in the reference, times are left out. */
function optionParameters({ fields }: StructSchema): readonly Parameter[] {
  const optionFields = fields.filter(
    ({ name, schema }) => !Object.hasOwn(typeMetaFields, name) && schema.node !== "time",
  );
  return optionFields.map(({ name, schema, doc }) => {
    const { node } = schema.node === "list" ? schema.items : schema;
    const type = node === "boolean" || node === "integer" ? node : "string";
    return { name, in: "query", type, description: doc };
  });
}
