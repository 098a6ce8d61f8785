/** Updates, patches, applies and deletions of large objects. */
import {
  applyHeaders,
  type CaseRequest,
  changeCase,
  configMap,
  deployment,
  deployments,
  jsonHeaders,
  jsonPatchHeaders,
  keys,
  largeConfigMap,
  largeDeployment,
  listOf,
  manyKeys,
  maps,
  mergePatchHeaders,
  type ObjectFields,
  patch,
  post,
  recordOf,
  strategicPatchHeaders,
  variables,
  type WaitCase,
} from "./case.ts";

/** Returns an apply of a ConfigMap. */
function applyMap(fields: ObjectFields, query = ""): CaseRequest {
  return patch(`${maps}/#?fieldManager=a${query}`, applyHeaders, configMap(fields));
}

/** The cases, in the order of the table. */
export const updateCases: readonly WaitCase[] = [
  changeCase(
    "replace a ConfigMap by one of 180,000 keys",
    maps,
    () => configMap({}),
    () => ({ method: "PUT", path: `${maps}/#`, headers: jsonHeaders, body: JSON.stringify(largeConfigMap()) }),
  ),
  changeCase("replace 180,000 keys by as many others", maps, largeConfigMap, () => ({
    method: "PUT",
    path: `${maps}/#`,
    headers: jsonHeaders,
    body: JSON.stringify(configMap({ data: keys(manyKeys, "n") })),
  })),
  changeCase("replace 180,000 keys by nothing", maps, largeConfigMap, () => ({
    method: "PUT",
    path: `${maps}/#`,
    headers: jsonHeaders,
    body: JSON.stringify(configMap({})),
  })),
  changeCase("replace 180,000 keys by themselves", maps, largeConfigMap, () => ({
    method: "PUT",
    path: `${maps}/#`,
    headers: jsonHeaders,
    body: JSON.stringify(largeConfigMap()),
  })),
  changeCase(
    "merge 180,000 keys",
    maps,
    () => configMap({}),
    () => patch(`${maps}/#`, mergePatchHeaders, { data: keys(manyKeys) }),
  ),
  changeCase("merge that removes 150,000 keys", maps, largeConfigMap, () =>
    patch(`${maps}/#`, mergePatchHeaders, { data: recordOf(150_000, (index) => [`k${index}`, null]) }),
  ),
  changeCase("merge one key into 180,000", maps, largeConfigMap, () =>
    patch(`${maps}/#`, mergePatchHeaders, { data: { a: "b" } }),
  ),
  changeCase(
    "JSON patch of 10,000 operations that insert first",
    deployments,
    () => deployment({}, { env: variables(1) }),
    () =>
      patch(
        `${deployments}/#`,
        jsonPatchHeaders,
        listOf(10_000, (index) => ({
          op: "add",
          path: "/spec/template/spec/containers/0/env/0",
          value: { name: `N${index}`, value: "v" },
        })),
      ),
  ),
  changeCase("JSON patch of 10,000 tests of a large list", deployments, largeDeployment, () =>
    patch(
      `${deployments}/#`,
      jsonPatchHeaders,
      listOf(10_000, (index) => ({
        op: "test",
        path: `/spec/template/spec/containers/0/env/${index}/name`,
        value: `VARIABLE_${index}`,
      })),
    ),
  ),
  changeCase(
    "JSON patch of 10,000 copies",
    maps,
    () => configMap({ data: { a: "x".repeat(100) } }),
    () =>
      patch(
        `${maps}/#`,
        jsonPatchHeaders,
        listOf(10_000, (index) => ({ op: "copy", from: "/data/a", path: `/data/k${index}` })),
      ),
  ),
  changeCase(
    "JSON patch of 20 copies of all data",
    maps,
    () => configMap({ data: keys(10_000) }),
    () =>
      patch(
        `${maps}/#`,
        jsonPatchHeaders,
        listOf(20, (index) => ({ op: "copy", from: "/data", path: `/u${index}` })),
      ),
  ),
  changeCase(
    "JSON patch of 10,000 moves",
    maps,
    () => configMap({ data: keys(10_000) }),
    () =>
      patch(
        `${maps}/#`,
        jsonPatchHeaders,
        listOf(10_000, (index) => ({ op: "move", from: `/data/k${index}`, path: `/data/m${index}` })),
      ),
  ),
  changeCase(
    "JSON patch of one value of 2.9 MB",
    maps,
    () => configMap({}),
    () => patch(`${maps}/#`, jsonPatchHeaders, [{ op: "add", path: "/data", value: keys(manyKeys) }]),
  ),
  {
    ...changeCase("strategic merge of 50,000 variables", deployments, largeDeployment, () =>
      patch(`${deployments}/#`, strategicPatchHeaders, {
        spec: {
          template: {
            spec: {
              containers: [{ name: "main", env: listOf(50_000, (index) => ({ name: `N${index}`, value: "v" })) }],
            },
          },
        },
      }),
    ),
    rejectedWith: 500,
  },
  changeCase("strategic merge that orders 40,000 variables", deployments, largeDeployment, () =>
    patch(`${deployments}/#`, strategicPatchHeaders, {
      spec: {
        template: {
          spec: {
            containers: [
              {
                name: "main",
                "$setElementOrder/env": listOf(40_000, (index) => ({ name: `VARIABLE_${39_999 - index}` })),
                env: [{ name: "VARIABLE_0", value: "new" }],
              },
            ],
          },
        },
      },
    }),
  ),
  changeCase("strategic merge that removes 40,000 variables", deployments, largeDeployment, () =>
    patch(`${deployments}/#`, strategicPatchHeaders, {
      spec: {
        template: {
          spec: {
            containers: [
              { name: "main", env: listOf(40_000, (index) => ({ $patch: "delete", name: `VARIABLE_${index}` })) },
            ],
          },
        },
      },
    }),
  ),
  changeCase(
    "strategic merge of 100,000 finalizers",
    maps,
    () => configMap({}, { finalizers: ["example.com/x"] }),
    () =>
      patch(`${maps}/#`, strategicPatchHeaders, {
        metadata: {
          "$deleteFromPrimitiveList/finalizers": listOf(50_000, (index) => `example.com/f${index}`),
          finalizers: listOf(50_000, (index) => `example.com/g${index}`),
        },
      }),
  ),
  {
    name: "apply 180,000 keys",
    requests: () => [applyMap({ data: keys(manyKeys) })],
  },
  {
    name: "apply 180,000 keys again",
    before: () => [applyMap({ data: keys(manyKeys) })],
    requests: () => [applyMap({ data: keys(manyKeys) })],
  },
  {
    name: "apply nothing over 180,000 applied keys",
    before: () => [applyMap({ data: keys(manyKeys) })],
    requests: () => [applyMap({})],
  },
  {
    name: "apply that conflicts in 100,000 fields",
    before: () => [post(maps, configMap({ data: keys(100_000) }))],
    requests: () => [applyMap({ data: recordOf(100_000, (index) => [`k${index}`, "x"]) })],
    rejectedWith: 409,
  },
  {
    name: "apply by force over 100,000 fields",
    before: () => [post(maps, configMap({ data: keys(100_000) }))],
    requests: () => [applyMap({ data: recordOf(100_000, (index) => [`k${index}`, "x"]) }, "&force=true")],
  },
  {
    name: "apply 50,000 variables",
    requests: () => [
      patch(`${deployments}/#?fieldManager=a`, applyHeaders, deployment({}, { env: variables(50_000) })),
    ],
  },
  changeCase("scale a Deployment with 40,000 variables", deployments, largeDeployment, () =>
    patch(`${deployments}/#/scale`, mergePatchHeaders, { spec: { replicas: 3 } }),
  ),
  changeCase("write the status of a Deployment with 40,000 variables", deployments, largeDeployment, () =>
    patch(`${deployments}/#/status`, mergePatchHeaders, { status: { observedGeneration: 1 } }),
  ),
  changeCase("delete a ConfigMap of 180,000 keys", maps, largeConfigMap, () => ({
    method: "DELETE",
    path: `${maps}/#`,
  })),
  changeCase(
    "delete a ConfigMap of 180,000 labels",
    maps,
    () => configMap({}, { labels: keys(manyKeys) }),
    () => ({ method: "DELETE", path: `${maps}/#` }),
  ),
  changeCase(
    "delete with options of 2.9 MB",
    maps,
    () => configMap({}),
    () => ({
      method: "DELETE",
      path: `${maps}/#`,
      headers: jsonHeaders,
      body: JSON.stringify({ apiVersion: "v1", kind: "DeleteOptions", ...keys(manyKeys, "u") }),
    }),
  ),
];
