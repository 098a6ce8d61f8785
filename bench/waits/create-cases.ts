/** Creates of objects with many keys, long values, large metadata, or invalid fields. */
import { configMap, createCase, keys, listOf, manyKeys, maps, recordOf, type WaitCase } from "./case.ts";

/** The cases, in the order of the table. */
export const createCases: readonly WaitCase[] = [
  createCase("create a ConfigMap with 180,000 keys", maps, () => configMap({ data: keys(manyKeys) })),
  createCase(
    "create a ConfigMap with one value of 2.9 MB",
    maps,
    () => configMap({ data: { a: "x".repeat(2_900_000) } }),
    { rejectedWith: 422 },
  ),
  createCase("create a ConfigMap with 2.9 MB of escapes", maps, () =>
    configMap({ data: { a: '"\\\n\u0001'.repeat(240_000) } }),
  ),
  createCase("create a ConfigMap with 100,000 binary keys", maps, () =>
    configMap({ binaryData: recordOf(100_000, (index) => [`k${index}`, "AAAA"]) }),
  ),
  createCase("create a Secret with 150,000 keys", "/api/v1/namespaces/default/secrets", () => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "#" },
    data: recordOf(150_000, (index) => [`k${index}`, "YQ=="]),
  })),
  createCase("create with 180,000 labels", maps, () => configMap({}, { labels: keys(manyKeys) })),
  createCase("create with 180,000 annotations", maps, () => configMap({}, { annotations: keys(manyKeys) }), {
    rejectedWith: 422,
  }),
  createCase("create with 100,000 finalizers", maps, () =>
    configMap({}, { finalizers: listOf(100_000, (index) => `example.com/f${index}`) }),
  ),
  createCase("create with 20,000 owner references", maps, () =>
    configMap(
      {},
      {
        ownerReferences: listOf(20_000, (index) => ({
          apiVersion: "v1",
          kind: "Pod",
          name: `p${index}`,
          uid: `u${index}`,
        })),
      },
    ),
  ),
  createCase("create with 10,000 owners of fields", maps, () =>
    configMap(
      {},
      {
        managedFields: listOf(10_000, (index) => ({
          manager: `m${index}`,
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { [`f:k${index}`]: {} } },
        })),
      },
    ),
  ),
  createCase("create with an owner of 150,000 fields", maps, () =>
    configMap(
      {},
      {
        managedFields: [
          {
            manager: "m",
            operation: "Update",
            apiVersion: "v1",
            fieldsType: "FieldsV1",
            fieldsV1: { "f:data": recordOf(150_000, (index) => [`f:k${index}`, {}]) },
          },
        ],
      },
    ),
  ),
  createCase("create with 180,000 unknown fields, returned as warnings", maps, () => configMap(keys(manyKeys, "u"))),
  createCase("create with 180,000 unknown fields, rejected", maps, () => configMap(keys(manyKeys, "u")), {
    query: "?fieldValidation=Strict",
    rejectedWith: 400,
  }),
  createCase("create with 180,000 unknown fields, ignored", maps, () => configMap(keys(manyKeys, "u")), {
    query: "?fieldValidation=Ignore",
  }),
  createCase(
    "create with a field 200,000 times",
    maps,
    () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"#"}${',"data":{}'.repeat(200_000)}}`,
  ),
  createCase(
    "create with a million empty objects",
    maps,
    () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"#"},"u":[${"{},".repeat(950_000)}{}]}`,
  ),
  createCase(
    "create with a field 9,000 lists deep",
    maps,
    () => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"#"},"u":${"[".repeat(9000)}${"]".repeat(9000)}}`,
    { rejectedWith: 400 },
  ),
  createCase(
    "create that ends in a syntax error after 2.9 MB",
    maps,
    () => JSON.stringify(configMap({ data: keys(manyKeys) })).slice(0, -1),
    { rejectedWith: 400 },
  ),
  createCase(
    "create with 180,000 values of the wrong type",
    maps,
    () => configMap({ data: recordOf(manyKeys, (index) => [`k${index}`, 1]) }),
    { rejectedWith: 400 },
  ),
  createCase("create with 180,000 invalid keys", maps, () => configMap({ data: keys(manyKeys, "!") }), {
    rejectedWith: 422,
  }),
];
