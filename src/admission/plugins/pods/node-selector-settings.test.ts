import { expect, test } from "vitest";
import { readNodeSelectorSettings } from "./node-selector-settings.ts";

test.each<[string, Readonly<Record<string, string>>]>([
  ["", {}],
  ["null", {}],
  [
    '{"podNodeSelectorPluginConfig":{"clusterDefaultNodeSelector":"a=b","shop":""}}',
    { clusterDefaultNodeSelector: "a=b", shop: "" },
  ],
  ["podnodeselectorpluginconfig: {shop: a=b}", { shop: "a=b" }],
  ["podNodeSelectorPluginConfig: {shop: a=b, other: 1, third: null}", { shop: "a=b", third: "" }],
  ["podNodeSelectorPluginConfig: {a: b}\n---\npodNodeSelectorPluginConfig: {a: c}\n", { a: "b" }],
  ["- a\n---\npodNodeSelectorPluginConfig: {a: c}\n", { a: "c" }],
  ["a: [\n", {}],
  ["{", {}],
  ["podNodeSelectorPluginConfig: [a]", {}],
  ['podNodeSelectorPluginConfig: {"__proto__": a=b}', JSON.parse('{"__proto__":"a=b"}') as Record<string, string>],
])("the configuration %j has these selectors", (content, selectors) => {
  expect(readNodeSelectorSettings(content)).toEqual({ selectors });
});
