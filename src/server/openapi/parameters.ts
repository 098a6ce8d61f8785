/** Parameters of requests, by verb. */

/** Parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly type: "boolean" | "integer" | "string";
  readonly description: string;
}

type QueryParameter = Omit<Parameter, "in">;

const dryRun: QueryParameter = {
  name: "dryRun",
  type: "string",
  description: "All runs every check without storing the change. No other value is allowed.",
};

const pretty: QueryParameter = {
  name: "pretty",
  type: "string",
  description: "Whether to indent the response. Default: true for clients whose output people read, such as curl.",
};

/** Parameters that turn a list into a watch. */
const watchOnly: readonly QueryParameter[] = [
  {
    name: "allowWatchBookmarks",
    type: "boolean",
    description: "Whether a watch may send BOOKMARK events, which contain only a resource version.",
  },
  {
    name: "watch",
    type: "boolean",
    description: "Streams the changes after resourceVersion as events, instead of listing.",
  },
];

const resourceVersion: QueryParameter = {
  name: "resourceVersion",
  type: "string",
  description: "Requested resource version, as resourceVersionMatch specifies. A watch starts after this version.",
};

const selecting: readonly QueryParameter[] = [
  {
    name: "continue",
    type: "string",
    description:
      "Token that the previous page returned. All other parameters must be the same. Not allowed with watch.",
  },
  { name: "fieldSelector", type: "string", description: "Selects objects by their fields. Default: all objects." },
  { name: "labelSelector", type: "string", description: "Selects objects by their labels. Default: all objects." },
  {
    name: "limit",
    type: "integer",
    description: "Maximum number of objects in a page. Default: all objects in one response. Not allowed with watch.",
  },
  resourceVersion,
  {
    name: "resourceVersionMatch",
    type: "string",
    description: "How resourceVersion is applied: Exact or NotOlderThan.",
  },
  {
    name: "sendInitialEvents",
    type: "boolean",
    description:
      "Whether a watch begins with the existing objects and a bookmark. Requires resourceVersionMatch=NotOlderThan.",
  },
  { name: "timeoutSeconds", type: "integer", description: "Maximum duration of the request in seconds." },
];

const writing: readonly QueryParameter[] = [
  dryRun,
  {
    name: "fieldManager",
    type: "string",
    description:
      "Name of the field manager: at most 128 printable characters. Default: the name in the User-Agent header.",
  },
  {
    name: "fieldValidation",
    type: "string",
    description:
      "Handling of unknown and duplicate fields: Ignore drops them, Warn (default) drops them with a warning, Strict rejects the request.",
  },
];

const force: QueryParameter = {
  name: "force",
  type: "boolean",
  description: "Takes ownership of fields that other field managers own. Only for server-side apply.",
};

const deleting: readonly QueryParameter[] = [
  dryRun,
  {
    name: "gracePeriodSeconds",
    type: "integer",
    description:
      "Seconds until the object is deleted, so that it can terminate. 0 deletes it immediately. Default: depends on the kind.",
  },
  {
    name: "ignoreStoreReadErrorWithClusterBreakingPotential",
    type: "boolean",
    description: "Deletes an object that can no longer be read from the store, skipping finalizers and preconditions.",
  },
  {
    name: "orphanDependents",
    type: "boolean",
    description: "Deprecated: use propagationPolicy. True keeps the dependents, false deletes them too.",
  },
  {
    name: "propagationPolicy",
    type: "string",
    description:
      "Handling of dependents: Orphan keeps them, Background deletes them after the owner, Foreground before the owner.",
  },
];

function query(...parameters: readonly QueryParameter[]): readonly Parameter[] {
  return parameters.map((parameter) => ({ ...parameter, in: "query" }));
}

/** Query parameters of a get. */
export const readParameters: readonly Parameter[] = query(pretty);
/** Query parameters of a get of a custom type. As in the reference, they include the resource version. */
export const customReadParameters: readonly Parameter[] = query(pretty, resourceVersion);
/** Query parameters of a list or watch. */
export const listParameters: readonly Parameter[] = query(pretty, ...selecting, ...watchOnly);
/** Query parameters of a create or update. */
export const writeParameters: readonly Parameter[] = query(pretty, ...writing);
/** Query parameters of a patch. */
export const patchParameters: readonly Parameter[] = query(pretty, ...writing, force);
/** Query parameters of a delete. */
export const deleteParameters: readonly Parameter[] = query(pretty, ...deleting);
/** Query parameters of a delete of a collection. */
export const deleteCollectionParameters: readonly Parameter[] = query(pretty, ...deleting, ...selecting);

/** Path parameter of the namespace. */
export const namespaceParameter: Parameter = {
  name: "namespace",
  in: "path",
  type: "string",
  description: "Name of the namespace.",
};

/** Path parameter of a proxy: the remaining path, which is sent to the target. */
export const proxiedPathParameter: Parameter = {
  name: "path",
  in: "path",
  type: "string",
  description: "Path of the request at the target of the proxy.",
};

/** Returns the path parameter of an object's name. Its description differs between kinds. */
export function nameParameter(kind: string): Parameter {
  return { name: "name", in: "path", type: "string", description: `name of the ${kind}` };
}
