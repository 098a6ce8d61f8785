/** Served groups, versions and resources, in every format. */
import { builtinKinds } from "../../src/api/builtin.ts";
import { isOfReference } from "../../src/api/testing/facts.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import type { Scenario, Suite } from "../suite.ts";

const protobuf = "application/vnd.kubernetes.protobuf";
const aggregated = (version: string, type = "application/json"): string =>
  `${type};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;

/** Accept headers; undefined for none. */
const forms: readonly (string | undefined)[] = [
  undefined,
  "application/yaml",
  protobuf,
  "text/html",
  "application/json;as=Table;v=v1;g=meta.k8s.io",
  aggregated("v2"),
  aggregated("v2beta1"),
  aggregated("v3"),
  aggregated("v2", protobuf),
  `${aggregated("v2")},${aggregated("v2beta1")},application/json`,
  `application/json,${aggregated("v2")}`,
  `${aggregated("v2")};q=0.1,application/json`,
];

/** Returns the group versions of all kinds of the reference, each once: `v1`, `apps/v1`. */
export function builtinGroupVersions(): readonly string[] {
  const found = builtinKinds.filter(isOfReference).map(({ group, version }) => {
    const name = vocabularies.kubernetes.bind(group);
    return name === "" ? version : `${name}/${version}`;
  });
  return [...new Set(found)];
}

function paths(): readonly string[] {
  const versions = builtinGroupVersions().map((one) => (one.includes("/") ? `/apis/${one}` : `/api/${one}`));
  const groups = versions.flatMap((path) => /^\/apis\/[^/]+/.exec(path) ?? []);
  const missing = ["/apis/nosuch", "/apis/apps/v9", "/api/v9", "/apis/apps/v1beta1"];
  return [
    ...new Set(["/api", "/api/", "/apis", "/apis/", ...groups, "/apis/apps/", ...versions, "/api/v1/", ...missing]),
  ];
}

/** Discovery. */
export const discovery: Suite = {
  name: "discovery",
  covers: "groups, versions and resources, plain and aggregated, in every form",
  usesNamespaces: false,
  // The ETag is a digest of the document, and later steps add to the documents.
  ignoredHeaders: ["etag"],
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    yield {
      title: "the addresses for clients in the range of Services",
      async run(server) {
        for (const forwarded of [
          "10.96.0.5",
          "10.111.255.255, 192.0.2.1",
          "10.112.0.0",
          "192.0.2.1",
          "x",
          "::ffff:10.96.0.5",
        ]) {
          await server.send("/api", { headers: { "x-forwarded-for": forwarded } });
          await server.send("/api", { headers: { "x-forwarded-for": "x", "x-real-ip": forwarded } });
        }
      },
    };
    yield {
      title: "tags of aggregated lists",
      async run(server) {
        const accept = aggregated("v2");
        const first = await server.send("/apis", { headers: { accept } });
        const tag = String(first.headers["etag"]);
        for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*", '"x"']) {
          await server.send("/apis", { headers: { accept, "if-none-match": known } });
        }
      },
    };
    for (const path of paths()) {
      yield {
        title: path,
        async run(server) {
          for (const accept of forms) await server.send(path, accept === undefined ? {} : { headers: { accept } });
          await server.send(path, { method: "POST", body: {} });
        },
      };
    }
  },
};
