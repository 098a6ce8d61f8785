import { describe, expect, test } from "vitest";
import { vocabularies } from "../../../../meta/vocabulary.ts";
import type { OpaqueValue, Value } from "../../../values/index.ts";
import { clusterTypes } from "../cluster-types.ts";
import { call, costOf } from "../testing/overloads.ts";
import type { AuthorizationDecision, AuthorizationQuery } from "./authorizer.ts";
import { authorizerFunctions, authorizerSelectorFunctions } from "./authorizer-library.ts";
import { type AuthorizerContext, AuthorizerValue, requestResourceValue } from "./authorizer-values.ts";

const types = clusterTypes(vocabularies.kubernetes);
const functions = [...authorizerFunctions(types), ...authorizerSelectorFunctions(types)];
const user = { name: "jane", groups: ["dev"] };

interface Trial {
  readonly value: AuthorizerValue;
  readonly context: AuthorizerContext;
  readonly queries: AuthorizationQuery[];
}

function trial(decision: Partial<AuthorizationDecision> = {}, usesSelectors = true): Trial {
  const queries: AuthorizationQuery[] = [];
  const authorize = (query: AuthorizationQuery): AuthorizationDecision => {
    queries.push(query);
    return { isAllowed: true, reason: "", ...decision };
  };
  const context = { user, authorizer: { authorize }, types, usesSelectors };
  return { value: new AuthorizerValue(context), context, queries };
}

/** Calls functions one after the other, each on the result of the one before. */
function chain(value: Value, ...steps: readonly (readonly [id: string, ...args: string[]])[]): Value {
  return steps.reduce((target, [id, ...args]) => call(functions, id, target, ...args), value);
}

const pods = [
  ["authorizer_group", ""],
  ["groupcheck_resource", "pods"],
] as const;

describe("the functions of authorizers", () => {
  test("ask for a path", () => {
    const { value, queries } = trial();
    expect(chain(value, ["authorizer_path", "/healthz"], ["pathcheck_check", "get"], ["decision_allowed"])).toBe(true);
    expect(queries).toEqual([{ isResource: false, user, verb: "get", path: "/healthz" }]);
  });

  test("ask for a resource with all its parts", () => {
    const { value, queries } = trial();
    chain(
      value,
      ["authorizer_group", "apps"],
      ["groupcheck_resource", "deployments"],
      ["resourcecheck_subresource", "scale"],
      ["resourcecheck_namespace", "test"],
      ["resourcecheck_name", "backend"],
      ["resourcecheck_check", "update"],
    );
    expect(queries).toEqual([
      {
        isResource: true,
        user,
        verb: "update",
        group: "apps",
        version: "*",
        resource: "deployments",
        subresource: "scale",
        namespace: "test",
        name: "backend",
      },
    ]);
  });

  test("ask about a service account instead of the user", () => {
    const { value, queries } = trial();
    chain(
      value,
      ["authorizer_serviceaccount", "default", "sa.1"],
      ["authorizer_path", "/a"],
      ["pathcheck_check", "get"],
    );
    expect(queries[0]?.user).toEqual({
      name: "system:serviceaccount:default:sa.1",
      groups: ["system:serviceaccounts", "system:serviceaccounts:default"],
    });
  });

  test("return the reason and the error of a decision", () => {
    const { value } = trial({ isAllowed: false, reason: "because", error: "failed" });
    const results = ["decision_allowed", "decision_reason", "decision_errored", "decision_error"].map((id) =>
      chain(value, ["authorizer_path", "/a"], ["pathcheck_check", "get"], [id]),
    );
    expect(results).toEqual([false, "because", true, "failed"]);
  });

  test("return no error for a decision without one", () => {
    const { value } = trial();
    const decision = chain(value, ["authorizer_path", "/a"], ["pathcheck_check", "get"]);
    expect(call(functions, "decision_errored", decision)).toBe(false);
    expect(call(functions, "decision_error", decision)).toBe("");
  });

  test("reject empty paths and resources, and invalid service accounts", () => {
    const { value } = trial();
    expect(chain(value, ["authorizer_path", " \u0085"])).toBe("error: path must not be empty");
    expect(chain(value, ["authorizer_group", ""], ["groupcheck_resource", " "])).toBe(
      "error: resource must not be empty",
    );
    expect(chain(value, ["authorizer_serviceaccount", "not@valid", "a"])).toBe(
      "error: Invalid service account namespace",
    );
    expect(chain(value, ["authorizer_serviceaccount", "not@valid", "A"])).toBe("error: Invalid service account name");
  });

  test("values cannot be compared, not even with themselves", () => {
    const { value } = trial();
    expect((value as OpaqueValue).equals(value)).toMatchObject({ message: "no such overload" });
  });

  test("the resource of a request is a check with its parts", () => {
    const { context, queries } = trial();
    const resource = { group: "", resource: "pods", subresource: "", namespace: "a", name: "b" };
    chain(requestResourceValue(context, resource), ["resourcecheck_check", "delete"]);
    expect(queries[0]).toEqual({ isResource: true, user, verb: "delete", version: "*", ...resource });
  });
});

describe("the functions of selectors", () => {
  test("add parsed requirements to the query", () => {
    const { value, queries } = trial();
    const selectors = [
      ["authorizer_fieldselector", "spec.nodeName=a,metadata.name!=b"],
      ["authorizer_labelselector", "z,a in (x,y)"],
    ] as const;
    chain(value, ...pods, ...selectors, ["resourcecheck_check", "list"]);
    expect(queries[0]).toMatchObject({
      fieldSelector: {
        requirements: [
          { field: "metadata.name", operator: "!=", value: "b" },
          { field: "spec.nodeName", operator: "=", value: "a" },
        ],
      },
      labelSelector: {
        requirements: [
          { key: "a", operator: "in", values: ["x", "y"] },
          { key: "z", operator: "exists", values: [] },
        ],
      },
    });
  });

  test("pass the fault of a selector to the authorizer", () => {
    const { value, queries } = trial();
    chain(
      value,
      ...pods,
      ["authorizer_fieldselector", "a"],
      ["authorizer_labelselector", "!"],
      ["resourcecheck_check", "list"],
    );
    expect(queries[0]).toMatchObject({
      fieldSelector: { requirements: [], parseError: "invalid selector: 'a'; can't understand 'a'" },
      labelSelector: { requirements: [], parseError: "unable to parse requirement: found '', expected: identifier" },
    });
  });

  test("have no effect if they are empty or the feature is disabled", () => {
    for (const [{ value, queries }, selector] of [
      [trial(), ""],
      [trial({}, false), "a=b"],
    ] as const) {
      chain(value, ...pods, ["authorizer_fieldselector", selector], ["resourcecheck_check", "list"]);
      expect(queries[0]).not.toHaveProperty("fieldSelector.requirements");
    }
  });

  test("cost what parsing costs at most", () => {
    const { value } = trial();
    const check = chain(value, ...pods);
    expect(costOf(functions, "authorizer_fieldselector", check, "x".repeat(71))).toBe(1818);
    expect(costOf(functions, "resourcecheck_check", check, "get")).toBe(350_000);
    expect(costOf(functions, "resourcecheck_name", check, "x".repeat(1000))).toBe(1);
  });
});
