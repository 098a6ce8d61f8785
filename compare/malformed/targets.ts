/** Malformed paths and queries. */
import type { Random } from "../../src/base/random.ts";
import { patchTypes } from "../patch-types.ts";
import { oneOf, times } from "../random-choices.ts";
import type { MalformedRequest } from "./malformed-request.ts";

const methods = ["GET", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "M-SEARCH"];

/** Paths that are sent with several methods. */
export const plainPaths: readonly string[] = [
  [
    "/healthz/",
    "/livez/",
    "/readyz/",
    "/metrics/",
    "/version/",
    "/openapi/v2/",
    "/openapi/v3/",
    "/openapi/",
    "/api/",
    "/apis/",
    "/api/v1/",
  ],
  [
    "/healthz//",
    "//healthz",
    "/healthz/ping/",
    "/healthz/nope",
    "/readyz/etcd/",
    "/livez/../healthz",
    "/openapi/v3/api/v1/",
    "/openapi/v3/x",
  ],
  [
    "/apis/apps/",
    "/apis/apps/v1/",
    "/apis//",
    "/apis//v1",
    "/api//v1",
    "/./api",
    "/api/.",
    "/api/..",
    "/../api/v1",
    "/api/v1/../v1/pods",
  ],
  [
    "/api/v1/./pods",
    "/api/v1/pods/",
    "/api/v1/pods//",
    "/api/v1/namespaces/NS/",
    "/api/v1/namespaces/NS//",
    "/api/v1/namespaces//",
  ],
  [
    "/%",
    "/%z",
    "/%zz",
    "/%2",
    "/%00",
    "/%2F",
    "/%2Fapi",
    "/%61pi/v1",
    "/api%2Fv1",
    "/api/v1%2Fpods",
    "/api/%76%31/namespaces/NS/pods",
    "/%2e%2e/api",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/%zz",
    "/api/v1/namespaces/NS/configmaps/%",
    "/api/v1/namespaces/NS/configmaps/a%00b",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/a%2Fb",
    "/api/v1/namespaces/NS/configmaps/%2F",
    "/api/v1/namespaces/NS/configmaps/%2E",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/.",
    "/api/v1/namespaces/NS/configmaps/..",
    "/api/v1/namespaces/NS/configmaps/../configmaps/it",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/%25",
    "/api/v1/namespaces/NS/configmaps/%FF",
    "/api/v1/namespaces/NS/configmaps/%ED%A0%80",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/\u00e9",
    "/api/v1/namespaces/NS/configmaps/%C3%A9",
    "/api/v1/namespaces/NS/configmaps/a+b",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/a;b",
    "/api/v1/namespaces/NS/configmaps/a:b",
    "/api/v1/namespaces/NS/configmaps/*",
    "/*",
    "/~",
    "*",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/__proto__",
    "/api/v1/__proto__",
    "/apis/__proto__/v1/x",
    "/constructor",
    "/api/constructor",
  ],
  [
    "/api/v1/namespaces/__proto__/configmaps",
    "/api/v1/toString",
    "/apis/toString",
    "/openapi/v3/__proto__",
    "/openapi/v3/constructor",
  ],
  [
    "/api/v1/namespaces/NS/configmaps/it/__proto__",
    "/healthz/__proto__",
    "/healthz/constructor",
    "/logs",
    "/logs/",
    "/logs/x",
    "/ui",
  ],
  [
    `/api/v1/namespaces/NS/configmaps/${"a".repeat(300)}`,
    `/${"a".repeat(4000)}`,
    `/${"a/".repeat(1000)}`,
    `/api/v1/${"pods/".repeat(70)}`,
  ],
  [
    "/api/v1/namespaces/%20/configmaps",
    "/api/v1/namespaces/A_B/configmaps",
    "/api/v1/namespaces/NS%2F/configmaps",
    "/api/v1/namespaces/../pods",
  ],
  [
    "/api/v1/watch",
    "/api/v1/watch/",
    "/api/v1/watch/namespaces",
    "/api/v1/watch/namespaces/NS",
    "/api/v1/watch//pods",
    "/api/v1/proxy",
  ],
  [
    "/api/v1/namespaces/NS/pods/x/log/",
    "/api/v1/namespaces/NS/pods/x/exec/a",
    "/api/v1/namespaces/NS/pods/x/proxy/%zz",
    "/",
    "//",
    "///",
  ],
  [
    "/api/v1/nodes/a:1/proxy/",
    "/api/v1/nodes/https:a:x/proxy",
    "/api/v1/namespaces/NS/services/http:a:b:c/proxy/",
    "/%7e",
    "/\\",
    "/api\\v1",
  ],
  [
    "/\u0080",
    "/\u00ff\u00fe",
    "/api/v1/pods\u00a0",
    "/a|b",
    "/a^b",
    '/a"b',
    "/a<b>",
    "/a{b}",
    "/a`b",
    "/#x",
    "/api/v1/pods#x",
    "/[::1]",
  ],
].flat();

const segments = [
  "api",
  "apis",
  "v1",
  "v2",
  "apps",
  "namespaces",
  "NS",
  "configmaps",
  "deployments",
  "pods",
  "it",
  "status",
  "scale",
  "watch",
  "proxy",
  "",
  "",
  ".",
  "..",
  "%2e",
  "%2F",
  "%zz",
  "%",
  "%0",
  "%00",
  "%0a",
  "%20",
  "%25",
  "%FF",
  "é",
  "%C3%A9",
  "a%20b",
  ";",
  "a;b",
  "a:b",
  "*",
  "~",
  "+",
  "healthz",
  "livez",
  "readyz",
  "metrics",
  "version",
  "openapi",
  "v3",
  "v2",
  "__proto__",
  "constructor",
  "finalize",
  "log",
  "x".repeat(254),
  "A",
  "batch",
  "coordination.k8s.io",
  "leases",
  "services",
  "nodes",
  "namespaces",
  "apis",
  "eviction",
  "binding",
  "token",
  "exec",
  "portforward",
];

const prefixes = [
  "/",
  "/api/v1/",
  "/apis/apps/v1/",
  "/api/v1/namespaces/NS/",
  "/api/v1/namespaces/NS/configmaps/",
  "/api/v1/namespaces/NS/pods/it/",
  "/apis/",
  "/openapi/v3/",
  "/readyz/",
  "/apis/apps/v1/namespaces/NS/deployments/it/",
  "/apis/coordination.k8s.io/v1/namespaces/NS/",
];

/** Returns a request with a random path. */
export function malformedPath(random: Random): MalformedRequest {
  const path = oneOf(random, prefixes) + times(1 + random.below(4), () => oneOf(random, segments)).join("/");
  const query = random.below(8) === 0 ? malformedQuery(random) : "";
  // Other scenarios create and delete objects of these collections at the same time.
  const isShared = /^\/apis?\/[^?]*v\d\/+(configmaps|deployments|leases|namespaces|pods|services)\/*$/.test(path);
  return requestAt(isShared ? `${path}?fieldSelector=metadata.name%3Dnope` : path + query, oneOf(random, methods));
}

/** Returns a request with a method, and with the body that the method needs. */
export function requestAt(target: string, method: string): MalformedRequest {
  const headers = { "content-type": method === "PATCH" ? patchTypes.merge : "application/json" };
  const hasBody = ["POST", "PUT", "PATCH"].includes(method);
  return { target, method, ...(hasBody ? { headers, body: "{}" } : {}) };
}

const parameters = [
  "watch",
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "labelSelector",
  "fieldSelector",
  "timeoutSeconds",
  "pretty",
  "dryRun",
  "fieldManager",
  "fieldValidation",
  "force",
  "gracePeriodSeconds",
  "propagationPolicy",
  "orphanDependents",
  "sendInitialEvents",
  "allowWatchBookmarks",
  "timeout",
  "includeObject",
  "verbose",
  "exclude",
  "hash",
  "x",
  "",
  "__proto__",
  "constructor",
  "limit[]",
  "limit.x",
];

const parameterValues = [
  "",
  "",
  "1",
  "-1",
  "0",
  "true",
  "false",
  "x",
  "All",
  "%zz",
  "%",
  "%00",
  "%FF",
  "%C3%A9",
  "é",
  "+",
  "%2B1",
  "1e3",
  "1e400",
  "NaN",
  "null",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "18446744073709551616",
  "Infinity",
  "0x10",
  "1_0",
  "[object Object]",
  "undefined",
  "a=b",
  "a==b",
  "a in (b)",
  "a%20in%20(b)",
  "a%20in%20(",
  "!a",
  "a,b",
  ",",
  "metadata.name=it",
  "metadata.name",
  "status.phase=x",
  "a=%00",
  "a=%FF",
  "%5C",
  "a%5C=b",
  "Strict",
  "Foreground",
  "Orphan",
  "e30",
  "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ",
  "AAAA",
  "1;2",
  "10s",
  "-1s",
  "1d",
  "a".repeat(300),
  "__proto__",
  "a%3E1",
  "a%3Ex",
  "a%20notin%20()",
  "%F0%9F%98%80",
  "%ED%A0%80",
  "1.5",
  "1%2C2",
  "Exact",
  "NotOlderThan",
];

/** Returns a query of hostile parameters. */
export function malformedQuery(random: Random): string {
  const pairs = times(1 + random.below(3), () => {
    const value = oneOf(random, parameterValues).replaceAll(" ", "%20");
    return oneOf(random, parameters) + (random.below(8) === 0 ? "" : `=${value}`);
  });
  return `?${pairs.join(oneOf(random, ["&", "&", "&", "&&", ";", "?", "&amp;"]))}`;
}

const queried = [
  "/api/v1/namespaces/NS/configmaps",
  "/api/v1/namespaces/NS/configmaps/it",
  "/api/v1/pods",
  "/apis/apps/v1/namespaces/NS/deployments",
  "/api",
  "/apis",
  "/version",
  "/readyz",
  "/livez",
  "/api/v1",
  "/api/v1/namespaces/NS/pods/it/log",
];

/** Returns a request with a hostile query. Watches are kept short. */
export function queryRequest(random: Random): MalformedRequest {
  const target = oneOf(random, queried);
  const method = oneOf(random, ["GET", "GET", "GET", "POST", "PUT", "PATCH", "DELETE"]);
  const query = malformedQuery(random);
  // A deletion or write that succeeds must not affect the next request.
  const isWrite = method !== "GET";
  const end = isWrite ? "&dryRun=All" : /watch/.test(query) ? "&timeoutSeconds=-1" : "";
  return requestAt(target + query + end, method);
}
