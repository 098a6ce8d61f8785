/** Operations of connected subresources, such as `log` and `proxy`. Their bodies have no schema. */
import { capitalize } from "../../base/capitalize.ts";
import type { StructSchema } from "../../schema/index.ts";
import { typeMetaFields } from "../../schema/index.ts";
import { type EndpointConnection, type ServedEndpoint } from "../served/endpoint.ts";
import { type Method, type Operation, plainText } from "./operation.ts";
import { type OperationArea, withArticle } from "./operation-names.ts";
import { type Parameter, pathBelowParameter, readParameters } from "./parameters.ts";
import { objectPlace, type Place } from "./place.ts";

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
  const place = objectPlace(endpoint, area);
  const parameters = optionParameters(options);
  if (form === "text") return [readOperation(endpoint, place, parameters, area)];
  const places = form === "requests" ? [place, below(place)] : [place];
  return places.flatMap((one) =>
    methods[form].map((method) => connectOperation(endpoint, method, one, parameters, area)),
  );
}

function readOperation(
  endpoint: ServedEndpoint,
  place: Place,
  options: readonly Parameter[],
  area: OperationArea,
): Operation {
  return {
    ...operation(endpoint, { idPrefix: "read", action: "get" }, place, area),
    method: "get",
    description: `read ${endpoint.subresource} of ${withArticle(endpoint.resourceKind.kind)}`,
    parameters: [...readParameters, ...options, ...place.parameters],
    produces: ["text/plain", ...area.mediaTypes],
  };
}

function connectOperation(
  endpoint: ServedEndpoint,
  method: Method,
  place: Place,
  options: readonly Parameter[],
  area: OperationArea,
): Operation {
  const { resourceKind, subresource } = endpoint;
  const idVerb = capitalize(method);
  const common = operation(endpoint, { idPrefix: "connect", idVerb, action: "connect" }, place, area);
  return {
    ...common,
    method,
    description: `connect ${method.toUpperCase()} requests to ${subresource} of ${withArticle(resourceKind.kind)}`,
    parameters: [...options, ...place.parameters],
    produces: anyMediaType,
  };
}

/** @param naming.idVerb method in the operation's id, in front of the kind; empty for `log` */
function operation(
  { documentKind, resourceKind }: ServedEndpoint,
  { idPrefix, idVerb = "", action }: { readonly idPrefix: string; readonly idVerb?: string; readonly action: string },
  { path, idBefore, idAfter }: Place,
  { idPart, tag }: OperationArea,
): Pick<Operation, "path" | "id" | "tag" | "target" | "answers" | "consumes"> {
  const { group, version } = documentKind;
  return {
    path,
    id: [idPrefix, idPart, idVerb, idBefore, resourceKind.kind, idAfter].join(""),
    tag,
    target: { action, kind: { group, version, kind: documentKind.kind } },
    answers: [{ code: 200, schema: plainText }],
    consumes: anyMediaType,
  };
}

function below(place: Place): Place {
  return {
    ...place,
    path: `${place.path}/{${pathBelowParameter.name}}`,
    parameters: [...place.parameters, pathBelowParameter],
    idAfter: `${place.idAfter}WithPath`,
  };
}

/** Returns a query parameter for each field of the options. As in the reference, times are left out. */
function optionParameters({ fields }: StructSchema): readonly Parameter[] {
  const told = fields.filter(({ name, schema }) => !Object.hasOwn(typeMetaFields, name) && schema.node !== "time");
  return told.map(({ name, schema, doc }) => {
    const { node } = schema.node === "list" ? schema.items : schema;
    const type = node === "boolean" || node === "integer" ? node : "string";
    return { name, in: "query", type, description: doc };
  });
}
