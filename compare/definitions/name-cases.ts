/** Definitions with missing and invalid names, groups, approvals and conversions. */
import type { Json } from "../suite.ts";
import type { DefinitionCase } from "./definition-cases.ts";

const names = { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" };
const approval = "api-approved.kubernetes.io";
const client = { url: "https://a" };
const conversion = (strategy: string, webhook?: Json): Json => ({
  conversion: { strategy, ...(webhook ? { webhook } : {}) },
});

const created: readonly (readonly [title: string, spec: Json, annotations?: Json])[] = [
  ["no group", { group: "" }],
  ["a group with a capital letter", { group: "Shop.example.com" }],
  ["no scope", { scope: "" }],
  ["no plural name", { names: { ...names, plural: "" } }],
  ["no kind", { names: { plural: "widgets", kind: "" } }],
  ["an invalid plural name", { names: { ...names, plural: "wid_gets" } }],
  ["a list kind that is the kind", { names: { ...names, listKind: "Widget" } }],
  ["an empty conversion", conversion("")],
  ["an unknown conversion", conversion("Magic")],
  ["a webhook without an address", conversion("Webhook", { clientConfig: {}, conversionReviewVersions: ["v1"] })],
  [
    "a webhook with two addresses",
    conversion("Webhook", {
      clientConfig: { ...client, service: { name: "a", namespace: "b" } },
      conversionReviewVersions: ["v1"],
    }),
  ],
  [
    "a webhook at an insecure address",
    conversion("Webhook", { clientConfig: { url: "http://a?b#c" }, conversionReviewVersions: ["v1"] }),
  ],
  ["a webhook that does not convert", conversion("None", { clientConfig: client, conversionReviewVersions: ["v1"] })],
  ["a protected group without an approval", { group: "shop.k8s.io" }],
  ["a protected group with an approval", { group: "shop.k8s.io" }, { [approval]: "https://github.com/a/b/pull/1" }],
  ["a protected group with an invalid approval", { group: "shop.kubernetes.io" }, { [approval]: "yes" }],
  ["a protected group that is unapproved", { group: "shop.kubernetes.io" }, { [approval]: "unapproved, a test" }],
];

/** Specs of new definitions, and a changed group. */
export const nameCases: readonly DefinitionCase[] = [
  ...created.map(([title, spec, annotations]) => ({ title, spec, ...(annotations ? { annotations } : {}) })),
  { title: "the group changes", stored: {}, spec: { group: "other.example.com" } },
];
