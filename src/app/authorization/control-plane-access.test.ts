import { expect, test } from "vitest";
import type { Attributes } from "../../meta/access/access-control.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { controllerUserNames } from "../config/controller-users.ts";
import { controlPlaneAccess } from "./control-plane-access.ts";

const access = controlPlaneAccess(vocabularies.kubernetes);
const readSecrets: Attributes = {
  isResource: true,
  verb: "list",
  group: "",
  version: "v1",
  namespace: "",
  resource: "secrets",
  subresource: "",
  name: "",
};

/** A controller that only the reference has. */
const referenceUser = "system:serviceaccount:kube-system:deployment-controller";

async function decisionOf(name: string): Promise<string> {
  return (await access.authorize({ name, groups: [] }, readSecrets)).decision;
}

async function rulesOf(name: string): Promise<readonly object[]> {
  return (await access.list({ name, groups: [] }, "")).resourceRules;
}

test("the control plane may do everything", async () => {
  for (const name of [...controllerUserNames("kubernetes"), "system:kube-scheduler", referenceUser]) {
    expect(await decisionOf(name), name).toBe("allow");
  }
  expect(await rulesOf("system:kube-scheduler")).toEqual([{ verbs: ["*"], groups: ["*"], resources: ["*"] }]);
});

test.each([
  "system:serviceaccount:default:namespace-controller",
  "system:serviceaccount:orch-system:namespace-controller",
  "system:serviceaccount:kube-system:default",
  "system:serviceaccount:kube-system:namespace-controller2",
  "namespace-controller",
  "system:kube-controller-manage",
  "system:anonymous",
])("the rule of the control plane has no opinion about %s", async (name) => {
  expect(await decisionOf(name)).toBe("no opinion");
  expect(await rulesOf(name)).toEqual([]);
});
