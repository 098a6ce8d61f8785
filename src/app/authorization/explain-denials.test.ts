import { expect, test } from "vitest";
import type { Attributes, Decision, GrantedRules } from "../../meta/access/access-control.ts";
import type { User } from "../../meta/user.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { explainDenials } from "./explain-denials.ts";

const ann: User = { name: "ann", groups: [] };
const deletion: Attributes = {
  isResource: true,
  verb: "delete",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "pods",
  subresource: "",
  name: "web",
};
const listRoles = { verbs: ["list"], apiGroups: ["rbac.authorization.orch.io"], resources: ["*"] };

/** Decides about an action. Records what the authorizer is asked, and in which namespaces roles are read. */
async function decide(decision: Decision, rulesOf: (namespace: string) => GrantedRules["rules"]) {
  const asked: Attributes[] = [];
  const readNamespaces: string[] = [];
  const authorizer = explainDenials(
    {
      authorize: (_user, action) => {
        asked.push(action);
        return Promise.resolve(decision);
      },
      listRules: () => {
        throw new Error("is not used");
      },
      roles: {
        rulesOfUser: async (_user, namespace) => {
          readNamespaces.push(namespace);
          return { rules: rulesOf(namespace), missingRoles: [] };
        },
        rulesOfRole: () => Promise.reject(new Error("is not used")),
      },
    },
    vocabularies.orch,
  );
  return { result: await authorizer(ann, deletion), asked, readNamespaces };
}

test("a decision with an error is not explained, and nothing else is decided or read for it", async () => {
  const failed: Decision = { decision: "no opinion", reason: "", error: "the webhook does not respond" };
  expect(await decide(failed, () => [listRoles])).toEqual({ result: failed, asked: [deletion], readNamespaces: [] });
});

test("a denial is explained without further questions to the authorizer", async () => {
  const { result, asked } = await decide({ decision: "no opinion", reason: "closed" }, () => [listRoles]);
  expect(result.reason).toMatch(/^closed; to allow it, bind a Role with the rule/);
  expect(asked).toEqual([deletion]);
});

test("a user who may list roles only in the namespace gets no explanation, and the authorizer is not asked again", async () => {
  const denied: Decision = { decision: "no opinion", reason: "" };
  const { result, asked } = await decide(denied, (namespace) => (namespace === "shop" ? [listRoles] : []));
  expect(result).toEqual(denied);
  expect(asked).toEqual([deletion]);
});
