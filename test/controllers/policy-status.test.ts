/** The warnings about the expressions of policies, on a server with controllers. */
import { expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, getObject, patch } from "../support/writes.ts";

const controllers = ["validatingadmissionpolicy-status-controller"];
const policies = "/apis/admissionregistration.orch.io/v1/validatingadmissionpolicies";
const group = "checked.example.com";

function policy(name: string, rule: object, expressions: readonly string[], spec: object = {}): object {
  const resourceRules = [{ apiVersions: ["v1"], operations: ["*"], ...rule }];
  const validations = expressions.map((expression) => ({ expression }));
  return { metadata: { name }, spec: { matchConstraints: { resourceRules }, validations, ...spec } };
}

interface CheckedStatus {
  readonly observedGeneration: number;
  readonly typeChecking?: {
    readonly expressionWarnings?: readonly { readonly fieldRef: string; readonly warning: string }[];
  };
}

/** Returns the status of a policy after the controller has checked its present state. */
async function checkedStatus(client: WireClient, name: string): Promise<CheckedStatus> {
  let found: CheckedStatus | undefined;
  await eventually(async () => {
    const { metadata, status } = await getObject(client, `${policies}/${name}`);
    if (status?.observedGeneration !== metadata.generation) return false;
    found = status as CheckedStatus;
    return true;
  }, `${name} is checked`);
  return found as CheckedStatus;
}

test("a policy gets warnings about its faulty expressions, and loses them when it is corrected", async () => {
  await using running = await startTestServer({ controllers });
  const { client } = running;
  const deployments = { apiGroups: ["apps"], resources: ["deployments"] };
  await createObject(
    client,
    policies,
    policy("built-in", deployments, ["object.spec.replicas <= 5", "object.spec.replica <= 5"]),
  );
  expect(await checkedStatus(client, "built-in")).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: "spec.validations[1].expression",
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica <= 5\n | ...........^\n",
        },
      ],
    },
  });
  await patch(client, `${policies}/built-in`, "merge", {
    spec: { validations: [{ expression: "object.spec.replicas <= 5" }] },
  });
  expect(await checkedStatus(client, "built-in")).toEqual({ observedGeneration: 2 });
});

test("a policy is checked against a custom type, also as the type of its parameters", async () => {
  await using running = await startTestServer({ controllers });
  const { client } = running;
  const spec = { type: "object", properties: { size: { type: "integer" }, port: { "x-orch-int-or-string": true } } };
  const openAPIV3Schema = { type: "object", properties: { spec } };
  await createObject(client, "/apis/apiextensions.orch.io/v1/customresourcedefinitions", {
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  });
  const expressions = [
    "object.spec.size > 'a'",
    "object.spec.port == 1",
    "object.metadata.labels.x == 1",
    "object.spec.sise == 1",
    "params.spec.size == object.metadata.name",
  ];
  const paramKind = { apiVersion: `${group}/v1`, kind: "Widget" };
  await createObject(
    client,
    policies,
    policy("custom", { apiGroups: [group], resources: ["widgets"] }, expressions, { paramKind }),
  );
  const { typeChecking } = await checkedStatus(client, "custom");
  const faults = typeChecking?.expressionWarnings?.map(({ fieldRef, warning }) => [fieldRef, warning.split("\n")[0]]);
  const kind = `${group}/v1, Kind=Widget: ERROR: <input>`;
  expect(faults).toEqual([
    ["spec.validations[0].expression", `${kind}:1:18: found no matching overload for '_>_' applied to '(int, string)'`],
    [
      "spec.validations[2].expression",
      `${kind}:1:26: found no matching overload for '_==_' applied to '(string, int)'`,
    ],
    ["spec.validations[3].expression", `${kind}:1:12: undefined field 'sise'`],
    [
      "spec.validations[4].expression",
      `${kind}:1:18: found no matching overload for '_==_' applied to '(int, string)'`,
    ],
  ]);
});
