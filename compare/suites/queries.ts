/** Query parameters of every verb: empty, repeated, malformed and unknown values. */
import { patchTypes } from "../patch-types.ts";
import type { ComparedRequest, ComparedServer, Scenario, Suite } from "../suite.ts";

/** Sends every parameter with every value to every verb. */
export const queries: Suite = {
  name: "queries",
  covers: "every query parameter of every verb: empty, repeated, malformed, unknown",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    for (const verb of verbs) {
      for (const [parameter, values] of Object.entries(parameters)) {
        yield {
          title: `${verb.name} with ${parameter}`,
          run: async (server) => {
            for (const [index, value] of values.entries()) {
              await verb.run(server, `${parameter}=${value.replaceAll("&=", `&${parameter}=`)}`, `a${index}`);
            }
          },
        };
      }
      yield {
        title: `${verb.name} with malformed queries`,
        run: async (server) => {
          for (const [index, query] of malformedQueries.entries()) await verb.run(server, query, `a${index}`);
        },
      };
    }
  },
};

const booleans = ["", "true", "false", "0", "1", "True", "FALSE", "abc", "%20", "true&=false", "&=true", "t;x"];
const integers = [
  ["", "0", "1", "-1", "%2B1", "1.0", "1e3", "abc", "00", "0x1", "1_000", "%20", "1%20", "1&=2", "&=1", "abc&=1"],
  ["9223372036854775808", "-9223372036854775809", "99999999999999999999", "1&=abc"],
].flat();
const exact = "Exact&resourceVersion=1";

function token(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

const meta = "meta.k8s.io/v1";

/** Values by parameter. `&=` repeats the parameter. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  dryRun: ["", "All", "all", "None", "All&=All", "All&=", "&=All", "All,All", "%20", "A%6Cl", "%zz", "All;x", "All&=x"],
  fieldManager: ["", "m", "m&=n", "%20", "a%0Ab", "a".repeat(129), "a;b", "&=m"],
  fieldValidation: ["", "Strict", "Warn", "Ignore", "strict", "x", "Strict&=Ignore", "&=Strict", "%20"],
  force: booleans,
  pretty: ["", "true", "false", "1", "0", "T", "x", "true&=false"],
  gracePeriodSeconds: integers,
  orphanDependents: booleans,
  propagationPolicy: ["", "Background", "orphan", "x", "%20", "Background&=x", "&=Orphan"],
  ignoreStoreReadErrorWithClusterBreakingPotential: booleans,
  uid: ["", "x", "&=x"],
  resourceVersion: ["", "0", "1", "-1", "+1", "abc", "1.0", "18446744073709551616", "00", "0&=1", "&=abc", "%20"],
  resourceVersionMatch: ["", "Exact", "NotOlderThan", "exact", "x", "&=Exact", exact, "NotOlderThan&continue=x"],
  labelSelector: [
    ["", "x=a", "x==a", "x!=a", "x%20in%20(a,b)", "x%20notin%20(a)", "!x", "x", "x%3E1", "x%3Ca", "x=", "=a", "x=a,"],
    [
      "x,,y",
      ",",
      "x%20in%20a",
      "x%20in%20()",
      "x%20in%20(,)",
      "x=a=b",
      "x=a&=x=b",
      "x%20x",
      "(x)",
      "x%20in%20(a",
      "-x",
    ],
    [
      "x=-",
      "x/y/z=1",
      "X/y=1",
      "x=a;y",
      "%20",
      "!",
      "!x=a",
      "x%3E%3D1",
      "%zz",
      "x%20in",
      "a".repeat(64),
      "!!x",
      "x=%00",
    ],
    ["in%20in%20(in)", "x%09in%09(a)", "x%3E", "x%3E1.5", "x%3E99999999999999999999", "x!", "x!="],
  ].flat(),
  fieldSelector: [
    ["", "metadata.name=a1", "metadata.name==a1", "metadata.name!=a1", "metadata.namespace=z", "x=a", "metadata.name"],
    ["metadata.name=", "=a", "metadata.name=a,", "metadata.name=a,metadata.name=b", "metadata.name%20=a", ","],
    ["metadata.name=a&=metadata.name=b", "metadata.name%20in%20(a)", "metadata.name=a%5C", "metadata.name=a%5Cx"],
    ["metadata.name=a=b", "metadata.uid=1", "Metadata.Name=a", "%zz", "!x", "metadata.name%3Ea"],
  ].flat(),
  limit: integers,
  continue: [
    ["", "x", "%20", "e30", "e30=", "bnVsbA", "W10", "MQ", "eHl6", "x&=", "&=x", "!!!!", "abc", "e3%0A0"],
    [
      { v: meta, rv: 0, start: "a\0" },
      { v: meta, rv: -1, start: "a\0" },
      { v: "x", rv: 1, start: "a\0" },
      { v: 1 },
      { v: meta, rv: "1", start: "a" },
      { v: meta, rv: 1.5, start: "a" },
      { v: meta, rv: -1, start: "../a" },
      { v: meta, rv: -1, start: 5 },
      { v: meta, rv: -1 },
    ].map(token),
  ].flat(),
  timeoutSeconds: integers.filter((value) => !value.startsWith("-") && value !== "0" && value !== "00"),
  allowWatchBookmarks: booleans,
  sendInitialEvents: ["", "true", "false", "true&resourceVersionMatch=NotOlderThan", "true&resourceVersionMatch=x"],
  watch: ["false", "0", "False", "false&=true"],
  includeObject: ["", "None", "x"],
  export: ["", "true", "false", "0"],
  timeout: ["", "10s", "0", "-1s", "abc", "1", "1x", "+10s", "1.5m", "10s&=x", "&=x", "9223372036854775808ns", "1d"],
  unknown: ["", "x"],
  DryRun: ["All"],
};

const malformedQueries = [
  ["&", "=", "=x", "%zz", "limit", "dryRun", "a;b", "dryRun=All;x=y", "?dryRun=All", "%64ryRun=All", "limit=%"],
  ["limit=1&limit=2;", "lab%zz=1&limit=1", "limit==1", "%6Cimit=1", ";limit=1", "limit=1;", "fieldManager=a&b;c"],
].flat();

interface Verb {
  readonly name: string;
  /** Sends the verb's request with a query, and reads the resulting state of the object `name`. */
  run(server: ComparedServer, query: string, name: string): Promise<void>;
}

const merge = { "content-type": patchTypes.merge };
const apply = { "content-type": patchTypes.apply };

function configMap(name: string, data: object = { a: "b" }): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { x: name } }, data };
}

const collectionOf = ({ namespace }: ComparedServer): string => `/api/v1/namespaces/${namespace}/configmaps`;

/** Returns a verb whose request is sent to an existing object. */
function onObject(name: string, request: (name: string) => ComparedRequest, extraQuery = ""): Verb {
  return {
    name,
    run: async (server, query, object) => {
      const collection = collectionOf(server);
      await server.prepare(collection, { body: configMap(object) });
      await server.send(`${collection}/${object}?${extraQuery}${query}`, request(object));
      if (name !== "get") await server.send(`${collection}/${object}`);
    },
  };
}

/** Returns a verb whose request is sent to the collection. */
function onCollection(name: string, request: (name: string) => ComparedRequest, extraQuery = ""): Verb {
  return {
    name,
    run: async (server, query, object) => {
      const collection = collectionOf(server);
      if (name !== "create") await server.prepare(collection, { body: configMap(object) });
      await server.send(`${collection}?${extraQuery}${query}`, request(object));
      if (name !== "list") await server.send(`${collection}/${object}`);
    },
  };
}

const endedWatch = "watch=1&timeoutSeconds=-1&";
const metadataLists = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

const verbs: readonly Verb[] = [
  onObject("get", () => ({})),
  onCollection("list", () => ({})),
  // A negative time ends the watch at once. Every parameter is read before that.
  onCollection("watch", () => ({}), endedWatch),
  onCollection("watch in a form without streams", () => ({ headers: { accept: "application/yaml" } }), endedWatch),
  onCollection("watch for lists", () => ({ headers: { accept: metadataLists } }), endedWatch),
  {
    name: "watch of an object",
    run: async (server, query, object) => {
      const path = collectionOf(server).replace("/v1/", "/v1/watch/");
      await server.send(`${path}/${object}?timeoutSeconds=-1&${query}`);
    },
  },
  onCollection("create", (name) => ({ body: configMap(name) })),
  onObject("update", (name) => ({ method: "PUT", body: configMap(name, { z: "1" }) })),
  onObject("patch", () => ({ method: "PATCH", headers: merge, body: { data: { z: "1" } } })),
  onObject(
    "apply",
    () => ({ method: "PATCH", headers: apply, body: { apiVersion: "v1", kind: "ConfigMap", data: { z: "1" } } }),
    "fieldManager=compare&",
  ),
  onObject("delete", () => ({ method: "DELETE" })),
  onObject("delete with a body", () => ({ method: "DELETE", body: { apiVersion: "v1", kind: "DeleteOptions" } })),
  onCollection("deletecollection", () => ({ method: "DELETE" })),
];
