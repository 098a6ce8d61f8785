import { expect, test } from "vitest";
import type { Attributes } from "../meta/access/access-control.ts";
import { authorizePrivilegedGroup } from "./privileged-group.ts";

const everything: readonly Attributes[] = [
  { isResource: false, verb: "get", path: "/metrics" },
  {
    isResource: true,
    verb: "delete",
    group: "apps",
    version: "v1",
    namespace: "orch-system",
    resource: "deployments",
    subresource: "",
    name: "d",
  },
];

test("authorizePrivilegedGroup() allows members of system:masters everything", async () => {
  for (const attributes of everything) {
    for (const groups of [["system:masters"], ["team", "system:masters"]]) {
      expect((await authorizePrivilegedGroup({ name: "anybody", groups }, attributes)).decision).toBe("allow");
    }
  }
});

test.each([
  ["alice", []],
  ["system:masters", ["team"]],
  ["alice", ["system:master", "SYSTEM:MASTERS", "system:masters "]],
])("authorizePrivilegedGroup() has no opinion about %s in %j", async (name, groups) => {
  for (const attributes of everything) {
    expect(await authorizePrivilegedGroup({ name, groups }, attributes)).toEqual({
      decision: "no opinion",
      reason: "",
    });
  }
});
