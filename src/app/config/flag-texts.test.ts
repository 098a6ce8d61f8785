import { expect, test } from "vitest";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { flagTexts } from "./flag-texts.ts";

const common = { doc: "A flag.", group: "Flags" };
const specs: readonly FlagSpec[] = [
  { ...common, name: "wait", type: "duration", minMs: 0 },
  { ...common, name: "servers", type: "list", default: [], placeholder: "URL" },
  { ...common, name: "file", type: "path" },
  { ...common, name: "on", type: "boolean", default: false },
];

test("flagTexts() sorts the flags, and writes their values as the reference does", () => {
  const values = { wait: 90_500, servers: ["a", "b"], on: true };
  expect(flagTexts(specs, values)).toEqual([
    ["file", ""],
    ["on", "true"],
    ["servers", "[a,b]"],
    ["wait", "1m30.5s"],
  ]);
  expect(flagTexts(specs, {})).toContainEqual(["servers", "[]"]);
});

test("flagTexts() hides credentials in URLs", () => {
  const servers = ["https://ann:secret@10.0.0.1:2379", "http://token@etcd", "http://a/b@c"];
  expect(flagTexts(specs, { servers })).toContainEqual([
    "servers",
    "[https://xxxxx@10.0.0.1:2379,http://xxxxx@etcd,http://a/b@c]",
  ]);
});
