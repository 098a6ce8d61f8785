import { expect, test } from "vitest";
import type { RuleLister } from "../meta/access/access-control.ts";
import { allowEverything, listRulesBy, noRules } from "./index.ts";

const publicPaths = { verbs: ["get"], paths: ["/healthz", "/livez", "/readyz", "/version", "/version/"] };
const listPublicPaths: RuleLister = () => ({ ...noRules, pathRules: [publicPaths] });

test("listRulesBy() lists all actions for members of system:masters, and the health paths for others", async () => {
  const list = listRulesBy([allowEverything(({ groups }) => groups.includes("system:masters")).list, listPublicPaths]);
  expect(await list({ name: "ann", groups: ["system:masters"] }, "default")).toEqual({
    resourceRules: [{ verbs: ["*"], groups: ["*"], resources: ["*"] }],
    pathRules: [{ verbs: ["*"], paths: ["*"] }, publicPaths],
    incomplete: false,
    errors: [],
  });
  expect(await list({ name: "bob", groups: ["masters"] }, "default")).toEqual({
    resourceRules: [],
    pathRules: [publicPaths],
    incomplete: false,
    errors: [],
  });
});

test("listRulesBy() returns an incomplete list if one lister does, and all errors", async () => {
  const asked: unknown[] = [];
  const first: RuleLister = (subject, namespace) => {
    asked.push([subject.name, namespace]);
    return { resourceRules: [], pathRules: [], incomplete: true, errors: ["a"] };
  };
  const second: RuleLister = async () => ({
    resourceRules: [{ verbs: ["get"], groups: [""], resources: ["pods"], names: ["web"] }],
    pathRules: [],
    incomplete: false,
    errors: ["b"],
  });
  expect(await listRulesBy([first, second])({ name: "ann", groups: [] }, "shop")).toEqual({
    resourceRules: [{ verbs: ["get"], groups: [""], resources: ["pods"], names: ["web"] }],
    pathRules: [],
    incomplete: true,
    errors: ["a", "b"],
  });
  expect(asked).toEqual([["ann", "shop"]]);
});
