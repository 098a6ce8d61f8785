import { expect, test } from "vitest";
import { type Negotiated, type NegotiationRules, negotiate, prefersPretty } from "./negotiate.ts";

const rules: NegotiationRules = {
  offers: [
    { mediaType: "application/json", canStream: true },
    { mediaType: "application/yaml" },
    { mediaType: "application/vnd.kubernetes.protobuf", canStream: true },
  ],
  allowsConversion: ({ kind, group, version }, mediaType) =>
    group === "meta.k8s.io" &&
    version === "v1" &&
    (kind !== "Table" || mediaType !== "application/vnd.kubernetes.protobuf"),
};
const table = { kind: "Table", group: "meta.k8s.io", version: "v1" };

test.each<[header: string | undefined, expected: Partial<Negotiated>]>([
  [undefined, { mediaType: "application/json" }],
  ["", { mediaType: "application/json" }],
  ["*/*", { mediaType: "application/json" }],
  ["application/*", { mediaType: "application/json" }],
  ["application/yaml", { mediaType: "application/yaml" }],
  ["text/html, application/yaml;q=0.9, */*;q=0.8", { mediaType: "application/yaml" }],
  ["application/vnd.kubernetes.protobuf,application/json", { mediaType: "application/vnd.kubernetes.protobuf" }],
  ["application/json;q=0", { mediaType: "application/json" }],
  ["application/json;pretty=1", { mediaType: "application/json", pretty: true }],
  ["application/json;pretty=true", { mediaType: "application/json", pretty: false }],
  ["application/json;charset=utf-8", { mediaType: "application/json" }],
  ["application/json;profile=nopeer", { mediaType: "application/json", profile: "nopeer" }],
  ["application/json;sv=v1", { mediaType: "application/json" }],
  ["application/json;stream=watch", { mediaType: "application/json", stream: "watch" }],
  ["application/yaml;stream=watch, */*", { mediaType: "application/json" }],
  ["application/json;as=Table;v=v1;g=meta.k8s.io,application/json", { mediaType: "application/json", as: table }],
  [
    "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/yaml;as=Table;g=meta.k8s.io;v=v1",
    { mediaType: "application/yaml", as: table },
  ],
  ["application/json;as=BOGUS;v=v1beta1;g=meta.k8s.io, application/json", { mediaType: "application/json" }],
  ["application/yaml;stream= ;sv= ", { mediaType: "application/yaml" }],
  ["application/json;v=v1, application/yaml", { mediaType: "application/yaml" }],
])("negotiate() chooses a form for %s", (header, expected) => {
  expect(negotiate(header, rules)).toStrictEqual({ pretty: false, ...expected });
});

test.each([
  "text/html",
  "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
  "application/json;as=Table;v=v2;g=meta.k8s.io",
  "application/json;sv=v2",
  "application/json;stream=logs",
  "application/yaml;stream=watch",
  "APPLICATION/JSON",
  "application",
  ",",
  `application/json;x=${"y".repeat(10_000)}`,
])("negotiate() finds no acceptable form for %s", (header) => {
  expect(negotiate(header, rules)).toEqual(
    header === "application/yaml;stream=" ? { mediaType: "application/yaml", pretty: false } : undefined,
  );
});

test("negotiate() returns undefined without offers", () => {
  expect(negotiate(undefined, { offers: [] })).toBeUndefined();
  expect(negotiate("*/*", { offers: [] })).toBeUndefined();
});

test("negotiate() respects offers for converted responses only", () => {
  const restricted = {
    ...rules,
    allowsUnconverted: (mediaType: string) => mediaType !== "application/vnd.kubernetes.protobuf",
  };
  expect(negotiate("application/vnd.kubernetes.protobuf", restricted)).toBeUndefined();
  const accept = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
  expect(negotiate(accept, restricted)?.as?.kind).toBe("PartialObjectMetadata");
});

test("negotiate() does not convert if the endpoint does not allow it", () => {
  const { offers } = rules;
  expect(negotiate("application/json;as=Table;v=v1;g=meta.k8s.io", { offers })).toBeUndefined();
});

test.each([
  ["1", undefined, true],
  ["true", undefined, true],
  ["0", "curl/8.0", false],
  ["yes", "curl/8.0", false],
  ["", "curl/8.0", true],
  [undefined, "curl/8.0", true],
  [undefined, "Wget/1.21", true],
  [undefined, "Mozilla/5.0 (X11)", true],
  [undefined, "kubectl/v1.32.0", false],
  [undefined, "not-curl", false],
  [undefined, undefined, false],
])("prefersPretty() with pretty=%s from %s is %s", (parameter, userAgent, pretty) => {
  expect(prefersPretty(parameter, userAgent)).toBe(pretty);
});
