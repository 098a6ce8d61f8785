/** Malformed headers of well-formed requests. */
import type { Random } from "../../src/base/random.ts";
import { oneOf } from "../random-choices.ts";
import type { MalformedRequest } from "./malformed-request.ts";

const mediaTypes = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/cbor",
  "*/*",
  "application/*",
  "*",
  "text/html",
  "",
  " ",
  ",",
  ";",
  "/",
  "a",
  "a/",
  "/b",
  "a/b/c",
  "application/json;",
  "application/json;;",
  "application/json; q",
  "application/json;q=x",
  "application/json;q=2",
  "application/json;q=-1",
  "application/json;q=0.0001",
  'application/json;a="',
  'application/json;a="b"',
  "json;json",
  "application/json;as=Table",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=Table;v=v9;g=meta.k8s.io",
  "APPLICATION/JSON",
  "application/json;as=PartialObjectMetadata;v=v1;g=x",
  "application/json;charset=utf-16",
  "application/json;charset=é",
  "ÿ/ÿ",
  "application/json,,",
  "application/json, text/html;q=1",
  "a".repeat(5e3),
  "application/json;v=v1;v=v2",
  "application/json;as=;v=;g=",
  "application/apply-patch+yaml",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/Merge-Patch+json",
  "application/merge-patch+json ; q=1",
  "text/html,application/merge-patch+json",
  "application/yaml;as=Table;v=v1;g=meta.k8s.io",
  "application/vnd.kubernetes.protobuf;stream=watch",
  "application/json;stream=x",
  "	",
  "q=1",
];

const headerValues: Readonly<Record<string, readonly string[]>> = {
  accept: mediaTypes,
  "content-type": mediaTypes,
  "content-encoding": ["gzip", "identity", "deflate", "br", "x", "", "gzip, gzip"],
  "accept-encoding": ["gzip", "gzip;q=0", "*;q=0", "identity;q=0", "br", "x;q=", "gzip;q=x", ",", "gzip;q=2", ""],
  authorization: [
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    "Bearer a b",
    "Basic",
    "Basic !!!",
    "Basic YTpi",
    "x",
    "Bearer \u00ff",
    "bearer a.b.c",
  ],
  range: ["bytes=0-1", "bytes=", "bytes=9-1", "x", "bytes=0-0,2-2", "bytes=-1", "bytes=99999999999999999999-"],
  "if-match": ["x", "*", '"a"'],
  "if-none-match": ["*", '"a"', "x", 'W/"a"', ","],
  "if-modified-since": ["x", "Thu, 01 Jan 1970 00:00:00 GMT", "0"],
  cookie: ["a=b", "", ";", "\u00ff"],
  origin: ["http://x", "null", ""],
  "access-control-request-method": ["GET", "x"],
  "user-agent": ["", "\u00ff\u00fe", "a".repeat(1000), "x/1 (linux) y"],
  "x-forwarded-for": ["1.2.3.4", "x", "", "1.2.3.4, x"],
  "x-http-method-override": ["DELETE", "x"],
  "audit-id": ["x", "", "a".repeat(300), "\u00ff"],
  traceparent: ["x", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  "x-remote-user": ["x", ""],
  "x-remote-group": ["system:masters"],
  upgrade: ["websocket", "h2c", "x", "SPDY/3.1"],
  "sec-websocket-protocol": ["x", ",", "base64url.bearer.authorization.k8s.io.x"],
  te: ["trailers", "x"],
  "max-forwards": ["0", "x"],
};

const impersonation: Readonly<Record<string, readonly string[]>> = {
  "impersonate-user": [
    "",
    "x",
    "\u00ff",
    "system:serviceaccount:a:b",
    "system:serviceaccount:a",
    "system:anonymous",
    "a".repeat(300),
  ],
  "impersonate-group": ["", "g", "system:masters", "\u00ff"],
  "impersonate-uid": ["", "x"],
  "impersonate-extra-x": ["", "x"],
  "impersonate-extra-%zz": ["x"],
  "impersonate-extra-": ["x"],
  "impersonate-x": ["x"],
};

const places: readonly MalformedRequest[] = [
  { target: "/api/v1/namespaces/NS/configmaps" },
  { target: "/api/v1/namespaces/NS/configmaps/it" },
  { target: "/api/v1/namespaces/NS/configmaps/nope" },
  { target: "/api/v1/namespaces/NS/configmaps?watch=1&timeoutSeconds=-1" },
  { target: "/api/v1/namespaces/NS/configmaps?dryRun=All", body: { metadata: { name: "new" } } },
  { target: "/api/v1/namespaces/NS/configmaps/it?dryRun=All", method: "PUT", body: { metadata: { name: "it" } } },
  { target: "/api/v1/namespaces/NS/configmaps/it?dryRun=All&fieldManager=m", method: "PATCH", body: "{}" },
  { target: "/api/v1/namespaces/NS/configmaps/it?dryRun=All&fieldManager=m", method: "PATCH" },
  { target: "/api/v1/namespaces/NS/configmaps/it?dryRun=All", method: "DELETE", body: "{}" },
  { target: "/api/v1/namespaces/NS/configmaps/it?dryRun=All", method: "DELETE" },
  { target: "/api" },
  { target: "/apis" },
  { target: "/api/v1" },
  { target: "/version" },
  { target: "/readyz" },
  { target: "/nope" },
  { target: "/apis/authentication.k8s.io/v1/selfsubjectreviews", body: {} },
];

/** Returns a request with hostile headers. */
export function headerRequest(random: Random): MalformedRequest {
  const place = oneOf(random, places);
  return { ...place, headers: drawHeaders(headerValues, random) };
}

/** Returns a request that impersonates in a malformed way. */
export function impersonationRequest(random: Random): MalformedRequest {
  return { ...oneOf(random, places), headers: drawHeaders(impersonation, random) };
}

function drawHeaders(values: Readonly<Record<string, readonly string[]>>, random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let left = 1 + random.below(2); left > 0; left--) {
    const name = oneOf(random, Object.keys(values));
    headers[name] = oneOf(random, values[name] ?? []);
  }
  if ("upgrade" in headers) headers["connection"] = "upgrade";
  return headers;
}
