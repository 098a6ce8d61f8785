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
  description: "All runs every check without storing anything; no other value is known.",
};

const pretty: QueryParameter = {
  name: "pretty",
  type: "string",
  description: "Whether the answer is indented for people. Default: for clients that people read, such as curl.",
};

/** Parameters that turn a list into a watch. */
const watching: readonly QueryParameter[] = [
  {
    name: "allowWatchBookmarks",
    type: "boolean",
    description: "Whether a watch may send bookmarks, which only tell the version that has been reached.",
  },
  {
    name: "watch",
    type: "boolean",
    description: "Follows changes from resourceVersion on, one event after another, instead of listing.",
  },
];

const selecting: readonly QueryParameter[] = [
  {
    name: "continue",
    type: "string",
    description: "The token of a page, for the next one. All other parameters must be the same. Not with watch.",
  },
  { name: "fieldSelector", type: "string", description: "Which objects, by their fields. Default: all." },
  { name: "labelSelector", type: "string", description: "Which objects, by their labels. Default: all." },
  {
    name: "limit",
    type: "integer",
    description: "How many objects a page holds at most. Default: all objects in one answer. Not with watch.",
  },
  {
    name: "resourceVersion",
    type: "string",
    description: "The version that is wanted, as resourceVersionMatch says; of a watch, the one to start after.",
  },
  {
    name: "resourceVersionMatch",
    type: "string",
    description: "How resourceVersion is meant: Exact, or NotOlderThan.",
  },
  {
    name: "sendInitialEvents",
    type: "boolean",
    description:
      "Lets a watch begin with the objects that there are, and then a bookmark. Needs resourceVersionMatch=NotOlderThan.",
  },
  { name: "timeoutSeconds", type: "integer", description: "How long the request lasts at most, in seconds." },
];

const writing: readonly QueryParameter[] = [
  dryRun,
  {
    name: "fieldManager",
    type: "string",
    description: "Who makes the change: at most 128 printable characters. Default: the client's own name.",
  },
  {
    name: "fieldValidation",
    type: "string",
    description:
      "What becomes of fields that are unknown or given twice: Ignore drops them, Warn, the default, drops them with a warning, Strict refuses the request.",
  },
];

const force: QueryParameter = {
  name: "force",
  type: "boolean",
  description: "Takes over fields that others manage. Only for server-side apply.",
};

const deleting: readonly QueryParameter[] = [
  dryRun,
  {
    name: "gracePeriodSeconds",
    type: "integer",
    description: "Seconds that the object is given to end by itself; 0 deletes at once. Default: that of the kind.",
  },
  {
    name: "ignoreStoreReadErrorWithClusterBreakingPotential",
    type: "boolean",
    description: "Deletes an object that can no longer be read from the store, skipping finalizers and preconditions.",
  },
  {
    name: "orphanDependents",
    type: "boolean",
    description: "Deprecated, use propagationPolicy. True leaves the dependents alone; false deletes them too.",
  },
  {
    name: "propagationPolicy",
    type: "string",
    description:
      "What becomes of dependents: Orphan leaves them, Background deletes them afterwards, Foreground before the owner.",
  },
];

function query(...parameters: readonly QueryParameter[]): readonly Parameter[] {
  return parameters.map((parameter) => ({ ...parameter, in: "query" }));
}

/** Query parameters of a get. */
export const readParameters: readonly Parameter[] = query(pretty);
/** Query parameters of a list or watch. */
export const listParameters: readonly Parameter[] = query(pretty, ...selecting, ...watching);
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
export const pathBelowParameter: Parameter = {
  name: "path",
  in: "path",
  type: "string",
  description: "The path that is asked for at the other end.",
};

/** Returns the path parameter of an object's name. Its description differs between kinds. */
export function nameParameter(kind: string): Parameter {
  return { name: "name", in: "path", type: "string", description: `name of the ${kind}` };
}
