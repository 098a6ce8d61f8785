/** Gets, lists and watches of large objects and of many objects, and OpenAPI documents. */
import {
  changeCase,
  configMap,
  deployments,
  get,
  keys,
  largeConfigMap,
  listOf,
  manyKeys,
  maps,
  type ObjectFields,
  type WaitCase,
} from "./case.ts";

const tableHeaders = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };
const metadataHeaders = { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" };

function readCase(
  name: string,
  object: () => ObjectFields,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): WaitCase {
  const collection = object()["kind"] === "ConfigMap" ? maps : deployments;
  return changeCase(name, collection, object, () => get(path, headers));
}

/** Path of the collection with many objects. */
export const manyPath = "/api/v1/namespaces/many/configmaps";

/** Number of objects in that collection. */
export const manyObjects = 10_000;

/** Returns an object of that collection. */
export function manyObject(index: number): object {
  const labels = { a: "b", index: String(index) };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: `m${index}`, labels },
    data: { text: "x".repeat(700) },
  };
}

/** The cases, in the order of the table. The last one deletes the objects that the others list. */
export const readCases: readonly WaitCase[] = [
  readCase("get 180,000 keys", largeConfigMap, `${maps}/#`),
  readCase("get 180,000 keys, compressed", largeConfigMap, `${maps}/#`, { "accept-encoding": "gzip" }),
  readCase("get 180,000 keys in YAML", largeConfigMap, `${maps}/#`, { accept: "application/yaml" }),
  readCase("get 180,000 keys, indented", largeConfigMap, `${maps}/#?pretty=true`),
  readCase("get 180,000 keys in protobuf", largeConfigMap, `${maps}/#`, {
    accept: "application/vnd.kubernetes.protobuf",
  }),
  readCase("get 180,000 keys in CBOR", largeConfigMap, `${maps}/#`, { accept: "application/cbor" }),
  readCase("get 180,000 keys as a Table", largeConfigMap, `${maps}/#`, tableHeaders),
  readCase(
    "list an object of 180,000 keys as a Table",
    largeConfigMap,
    `${maps}?fieldSelector=metadata.name%3D#`,
    tableHeaders,
  ),
  readCase("list an object of 180,000 keys in YAML", largeConfigMap, `${maps}?fieldSelector=metadata.name%3D#`, {
    accept: "application/yaml",
  }),
  readCase(
    "list by labels beside an object of 180,000 labels",
    () => configMap({}, { labels: keys(manyKeys) }),
    `${maps}?labelSelector=k1%3Db,k2%3Dc`,
  ),
  { name: "list 10,000 objects", requests: () => [get(manyPath)] },
  { name: "list 10,000 objects, compressed", requests: () => [get(manyPath, { "accept-encoding": "gzip" })] },
  { name: "list 10,000 objects as a Table", requests: () => [get(manyPath, tableHeaders)] },
  { name: "list 10,000 objects' metadata", requests: () => [get(manyPath, metadataHeaders)] },
  { name: "list 10,000 objects in YAML", requests: () => [get(manyPath, { accept: "application/yaml" })] },
  {
    name: "list 10,000 objects in protobuf",
    requests: () => [get(manyPath, { accept: "application/vnd.kubernetes.protobuf" })],
  },
  { name: "list 10,000 objects in CBOR", requests: () => [get(manyPath, { accept: "application/cbor" })] },
  {
    name: "list 10,000 objects by a selector of 300 keys",
    requests: () => [get(`${manyPath}?labelSelector=${listOf(300, (index) => `!k${index}`).join(",")}`)],
  },
  {
    name: "list 10,000 objects by a selector of 1,500 values",
    requests: () => [get(`${manyPath}?labelSelector=a+notin+(${listOf(1500, (index) => `v${index}`).join(",")})`)],
  },
  {
    name: "list 10,000 objects in 100 chunks at once",
    requests: () => listOf(100, () => get(`${manyPath}?limit=100`)),
  },
  {
    name: "watch 10,000 objects from the beginning",
    requests: () => [
      {
        ...get(
          `${manyPath}?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=2`,
        ),
      },
    ],
  },
  {
    name: "watch 10,000 objects as Tables from the beginning",
    requests: () => [{ ...get(`${manyPath}?watch=true&resourceVersion=0&timeoutSeconds=2`, tableHeaders) }],
  },
  { name: "all OpenAPI documents in JSON", requests: () => [get("/openapi/v2")] },
  {
    name: "the OpenAPI document in protobuf",
    requests: () => [get("/openapi/v2", { accept: "application/com.github.proto-openapi.spec.v2@v1.0+protobuf" })],
  },
  {
    name: "an OpenAPI document of version 3",
    requests: () => [get("/openapi/v3/apis/apps/v1"), get("/openapi/v3/api/v1")],
  },
  {
    name: "delete 10,000 objects",
    requests: () => [{ method: "DELETE", path: `${manyPath}?labelSelector=wanted!=no` }],
  },
];
