/** Operations of the served resources. */

import { capitalize } from "../../base/capitalize.ts";
import type { GroupVersionKind } from "../../meta/group-version.ts";
import type { StructSchema } from "../../schema/index.ts";
import { cborSequenceMediaType } from "../output/output.ts";
import { cborMediaType } from "../requests/body.ts";
import { isCustom, type ServedEndpoint } from "../served/endpoint.ts";
import { type ServedResource } from "../served/resource-table.ts";
import { cborApplyMediaType } from "../verbs/patches/patch-types.ts";
import { connectionOperations } from "./connection-operations.ts";
import { watchEvent } from "./machinery-types.ts";
import type { Operation } from "./operation.ts";
import { camelCase, type OperationArea, withArticle } from "./operation-names.ts";
import { collectionPath, type OperationPath, objectPath } from "./operation-path.ts";
import { listParameters } from "./parameters.ts";
import { customMediaTypes, customVerbForms, type OperationVerb, type VerbForm, verbForms } from "./verb-forms.ts";

/** Returns the operations of a resource and its subresources, in the order of the document. */
export function resourceOperations({ endpoint, subresources }: ServedResource, area: OperationArea): Operation[] {
  return [endpoint, ...subresources.values()].flatMap((one) => endpointOperations(one, area));
}

function endpointOperations(endpoint: ServedEndpoint, area: OperationArea): Operation[] {
  if (endpoint.connection) return connectionOperations(endpoint, endpoint.connection, area);
  const rules = isCustom(endpoint) ? customRules : builtinRules;
  const verbs = Object.keys(verbForms) as OperationVerb[];
  return verbs
    .filter((verb) => rules.hasVerb(endpoint, verb))
    .flatMap((verb) => {
      const paths = pathsOf(endpoint, verb, area);
      return paths.map((path) => operation(endpoint, verb, path, { area, rules }));
    })
    .concat(rules.hasWatchPaths ? watchOperations(endpoint, area) : []);
}

/** How the operations of an endpoint are described. */
interface DescriptionRules {
  readonly forms: Readonly<Record<OperationVerb, VerbForm>>;
  readonly hasWatchPaths: boolean;
  readonly hasVerb: (endpoint: ServedEndpoint, verb: OperationVerb) => boolean;
  /** Returns the kind that the operation states as its target. */
  readonly targetKind: (endpoint: ServedEndpoint) => GroupVersionKind;
  readonly consumes: (verb: OperationVerb, area: OperationArea) => readonly string[];
  readonly produces: (verb: OperationVerb, area: OperationArea) => readonly string[];
}

const builtinRules: DescriptionRules = {
  forms: verbForms,
  hasWatchPaths: true,
  hasVerb: ({ handlers }, verb) => handlers[verb] !== undefined,
  targetKind: ({ documentKind }) => documentKind,
  consumes: (verb, area) =>
    verb === "patch" && hasCbor(area) ? [...verbForms.patch.consumes, cborApplyMediaType] : verbForms[verb].consumes,
  produces: (verb, area) => (verb === "list" ? listMediaTypes(area) : area.mediaTypes),
};

const subresourceVerbs: readonly OperationVerb[] = ["get", "update", "patch"];

/**
 * As in the reference, documents of custom types list the same verbs while the type is being deleted, do not list the watch paths, and
 * state the resource's kind as the target of every operation.
 */
const customRules: DescriptionRules = {
  forms: customVerbForms,
  hasWatchPaths: false,
  hasVerb: ({ subresource }, verb) => subresource === "" || subresourceVerbs.includes(verb),
  targetKind: ({ resourceKind }) => resourceKind,
  consumes: (verb) => customVerbForms[verb].consumes,
  produces: () => customMediaTypes,
};

/**
 * Returns the media types of lists. As in the reference, they include the streams of watches, even if the resource
 * cannot be watched.
 */
function listMediaTypes(area: OperationArea): readonly string[] {
  const { mediaTypes } = area;
  const [json = "", , protobuf = ""] = mediaTypes;
  const cborStream = hasCbor(area) ? [cborSequenceMediaType] : [];
  return [...mediaTypes, `${json};stream=watch`, `${protobuf};stream=watch`, ...cborStream];
}

function hasCbor({ mediaTypes }: OperationArea): boolean {
  return mediaTypes.includes(cborMediaType);
}

/** Returns the operations of the deprecated watch paths, which begin with `/watch`. */
function watchOperations(endpoint: ServedEndpoint, area: OperationArea): Operation[] {
  if (!endpoint.handlers.watch) return [];
  const { resourceKind, documentKind } = endpoint;
  const watchArea = { ...area, root: `${area.root}/watch` };
  const lists = pathsOf(endpoint, "list", watchArea).map(({ idAfterKind, ...path }) => {
    return {
      ...path,
      idAfterKind: `List${idAfterKind}`,
      action: "watchlist",
      object: `a list of objects of kind ${resourceKind.kind}`,
    };
  });
  const one = {
    ...objectPath(endpoint, watchArea),
    action: "watch",
    object: `one object of kind ${resourceKind.kind}`,
  };
  return [...lists, one].map(({ template, parameters, idBeforeKind, idAfterKind, action, object }) => ({
    path: template,
    method: "get",
    id: ["watch", area.idPart, idBeforeKind, resourceKind.kind, idAfterKind].join(""),
    tag: area.tag,
    description: `watch ${object}. Deprecated: use the parameter watch of a list.`,
    target: { action, kind: { group: documentKind.group, version: documentKind.version, kind: documentKind.kind } },
    parameters: [...listParameters, ...parameters],
    responses: [{ code: 200, schema: watchEvent }],
    consumes: verbForms.list.consumes,
    produces: listMediaTypes(area),
  }));
}

/** Returns the paths of a verb. A namespaced resource can be listed in all namespaces or in one. */
function pathsOf(endpoint: ServedEndpoint, verb: OperationVerb, area: OperationArea): readonly OperationPath[] {
  const { resourceKind, subresource } = endpoint;
  if (subresource !== "" || !verbForms[verb].isCollection) return [objectPath(endpoint, area)];
  const path = collectionPath(endpoint, area);
  if (!resourceKind.namespaced || verb !== "list") return [path];
  const everywhere = { template: `${area.root}/${resourceKind.resource}`, parameters: [], idBeforeKind: "" };
  return [{ ...everywhere, idAfterKind: "ForAllNamespaces" }, path];
}

function operation(
  endpoint: ServedEndpoint,
  verb: OperationVerb,
  path: OperationPath,
  { area, rules }: { readonly area: OperationArea; readonly rules: DescriptionRules },
): Operation {
  const form = rules.forms[verb];
  const { group, version, kind } = rules.targetKind(endpoint);
  const documentSchema = documentStruct(endpoint);
  const response = form.responseSchema(documentSchema, endpoint);
  const resourceKind = endpoint.resourceKind.kind;
  return {
    path: path.template,
    method: form.method,
    id: form.idPrefix + area.idPart + idEnd([form.idNoun, path.idBeforeKind, resourceKind, path.idAfterKind]),
    tag: area.tag,
    description: describe(endpoint, verb),
    target: { action: form.action, kind: { group, version, kind } },
    parameters: [...form.parameters, ...path.parameters],
    ...(form.body ? { body: form.body(documentSchema) } : {}),
    responses: form.codes.map((code) => ({ code, schema: response })),
    consumes: rules.consumes(verb, area),
    produces: rules.produces(verb, area),
  };
}

/** Returns the end of an operation's id. Kinds of custom types may have dashes, and begin with a small letter. */
function idEnd(words: readonly (string | undefined)[]): string {
  return capitalize(camelCase(words.join("")));
}

function describe(endpoint: ServedEndpoint, verb: OperationVerb): string {
  const { kind } = endpoint.resourceKind;
  const object = verb === "list" ? `objects of kind ${kind}` : verb === "deletecollection" ? kind : withArticle(kind);
  const target = endpoint.subresource === "" ? object : `${endpoint.subresource} of ${object}`;
  return `${verbForms[verb].describe(target)}${isWatch(endpoint, verb) ? ", or watch them" : ""}`;
}

/** Whether the verb is a list that the parameter `watch` turns into a watch. */
function isWatch({ handlers }: ServedEndpoint, verb: OperationVerb): boolean {
  return verb === "list" && handlers.watch !== undefined;
}

/** Returns the struct of the documents that clients send and get at an endpoint. */
export function documentStruct({ documentType }: ServedEndpoint): StructSchema {
  return documentType.schema.schema;
}
