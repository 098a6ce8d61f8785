import { expect, test } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import type { Attributes, Authorizer } from "../../meta/access/access-control.ts";
import { allowed, noOpinion } from "../authorizer.ts";
import { noRules } from "../rules.ts";
import { denialVerbosity, logDenials } from "./log-denials.ts";

const jane = { name: "jane", groups: ["dev", "ops"] };
const action = {
  isResource: true,
  verb: "get",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "pods",
  subresource: "",
  name: "web",
} as const;

async function logged(attributes: Attributes, authorize: Authorizer): Promise<readonly string[]> {
  const lines: string[] = [];
  const logger = { ...silentLogger, verbosity: denialVerbosity, info: (message: string) => void lines.push(message) };
  await logDenials({ authorize, list: () => noRules }, logger).authorize(jane, attributes);
  return lines;
}

// The texts are those of the reference with --v=5.
test.each<readonly [Attributes, string]>([
  [action, '"get" resource "pods" named "web" in namespace "shop"'],
  [{ ...action, name: "", namespace: "", verb: "list" }, '"list" resource "pods" cluster-wide'],
  [
    { ...action, group: "apps", resource: "deployments", subresource: "scale" },
    '"get" resource "deployments.apps/scale" named "web" in namespace "shop"',
  ],
  [{ isResource: false, verb: "get", path: "/metrics" }, '"get" nonResourceURL "/metrics" cluster-wide'],
])("an action that roles do not allow is logged: %j", async (attributes, text) => {
  const line = `RBAC: no rules authorize user "jane" with groups ["dev" "ops"] to ${text}`;
  expect(await logged(attributes, () => noOpinion)).toEqual([line]);
  expect(await logged(attributes, async () => noOpinion)).toEqual([line]);
});

test("an action that roles allow is not logged", async () => {
  expect(await logged(action, () => allowed)).toEqual([]);
  expect(await logged(action, async () => allowed)).toEqual([]);
});

test("line breaks in names do not break the line of the log", async () => {
  const [line] = await logged({ isResource: false, verb: "get", path: "/a\nb" }, () => noOpinion);
  expect(line).toContain('"/a\\nb"');
});
