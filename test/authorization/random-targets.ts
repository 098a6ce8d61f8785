/** Random request lines that try to make authorization and routing read different resources. */
import type { Random } from "../../src/base/random.ts";

/** The method and the target of a request. */
export interface RequestLine {
  readonly method: string;
  readonly target: string;
}

const methods = ["GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "PROPFIND"];
const prefixes = [
  "/api/v1",
  "/api/v1",
  "/apis/apps/v1",
  "/api",
  "/apis",
  "/apis/apps",
  "/API/v1",
  "/api/V1",
  "/apis/x.io/v1",
];
const separators = [
  "/",
  "/",
  "/",
  "/",
  "/",
  "/",
  "//",
  "/./",
  "/../",
  "/%2f/",
  "%2f",
  "%2F",
  "/%2e%2e/",
  "/%2e/",
  "\\",
];
const segments = [
  "pods",
  "configmaps",
  "secrets",
  "deployments",
  "namespaces",
  "nodes",
  "watch",
  "proxy",
  "a",
  "b",
  "allowed",
  "status",
  "log",
  "exec",
  "scale",
  "finalize",
  "Pods",
  "SECRETS",
  "pods;x=1",
  "a%00",
  "%00",
  "..",
  "%2e%2e",
  "%2e",
  "a%2fb",
  "%63onfigmaps",
  "",
  "%20",
  "a%3f",
  "a%23",
  "*",
  "%2a",
  "%c3%a9",
  "a'b",
  "a%22b",
  "%25",
  "<b>",
];
const endings = ["", "", "", "", "/", "//", "/.", "/..", "?", "%3f", ";", "#a", "%23a"];
const parameters = [
  "watch",
  "watch=1",
  "watch=false",
  "watch=0&watch=1",
  "fieldSelector=metadata.name%3Dallowed",
  "fieldSelector=metadata.name=allowed&fieldSelector=metadata.name=a",
  "fieldSelector=metadata.name=a&fieldSelector=metadata.name=allowed",
  "fieldSelector=metadata.name!=allowed",
  "fieldSelector=metadata.name=allowed,metadata.name=b",
  "fieldSelector=metadata.name=..",
  "labelSelector=,",
  "limit=x",
  "dryRun=All",
  "dryRun=x",
  "pretty",
  "namespace=a",
  "%",
  ";",
  "a;watch=1",
];

/** Returns a random request line. Half of the paths are close to those of resources in a namespace. */
export function randomRequestLine(random: Random): RequestLine {
  const count = random.below(5);
  const inNamespace = random.below(2) === 0;
  const parts = [
    ...(random.below(8) === 0 ? ["watch"] : []),
    ...(inNamespace ? ["namespaces", oneOf(random, ["a", "b", "allowed", oneOf(random, segments)])] : []),
    ...Array.from({ length: count }, () => oneOf(random, segments)),
  ];
  const path = parts.reduce(
    (before, part) => `${before}${random.below(3) === 0 ? oneOf(random, separators) : "/"}${part}`,
    oneOf(random, prefixes),
  );
  const queryCount = random.below(3);
  const query = Array.from({ length: queryCount }, () => oneOf(random, parameters)).join("&");
  const start = random.below(12) === 0 ? oneOf(random, ["/", "https://localhost", "http://other", "/x/..", "/./"]) : "";
  return {
    method: oneOf(random, methods),
    target: `${start}${path}${oneOf(random, endings)}${query === "" ? "" : `?${query}`}`,
  };
}

function oneOf<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new RangeError("there are no items");
  return item;
}
