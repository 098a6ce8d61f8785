/** Policies and bindings whose user may not read their parameters. The messages are those of the reference. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app/server.ts";
import { RoleAdministrator } from "./rbac-writes.ts";

const group = "admissionregistration.orch.io";
const user = { name: "jane", groups: ["devs"] };
const printedUser = "&{jane  [devs system:authenticated] map[]}";

let server: RunningServer;
let administrator: RoleAdministrator;

beforeAll(async () => {
  server = await startServer({
    flags: [`--runtime-config=${group}/v1alpha1=true`, "--feature-gates=MutatingAdmissionPolicy=true"],
  });
  administrator = new RoleAdministrator(server);
  const resources = ["policies", "policybindings"].flatMap((end) => [
    `validatingadmission${end}`,
    `mutatingadmission${end}`,
  ]);
  await administrator.grant("", "policy-writer", "jane", [{ apiGroups: [group], resources, verbs: ["*"] }]);
  await administrator.grant("", "map-reader", "mary", [
    { apiGroups: [group], resources, verbs: ["*"] },
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
  ]);
});

afterAll(() => server.close());

const mapKind = { apiVersion: "v1", kind: "ConfigMap" };

function validatingPolicy(name: string, paramKind: object | undefined): object {
  const matchConstraints = {
    resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
  };
  return { metadata: { name }, spec: { paramKind, matchConstraints, validations: [{ expression: "true" }] } };
}

function mutatingPolicy(name: string, paramKind: object | undefined): object {
  const matchConstraints = {
    resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
  };
  const expression = "Object{}";
  return {
    metadata: { name },
    spec: {
      paramKind,
      matchConstraints,
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
    },
  };
}

function binding(policyName: string, paramRef: object, actions: readonly string[] = ["Deny"]): object {
  const validationActions = actions.length > 0 ? { validationActions: actions } : {};
  return {
    metadata: { generateName: "binding-" },
    spec: { policyName, paramRef: { parameterNotFoundAction: "Deny", ...paramRef }, ...validationActions },
  };
}

interface Outcome {
  readonly status: number;
  readonly causes: readonly { readonly field: string; readonly message: string }[];
}

async function send(
  target: string,
  body: object,
  { method = "POST", sender = user }: { readonly method?: string; readonly sender?: typeof user } = {},
): Promise<Outcome> {
  const response = await server.request(`/apis/${group}/${target}`, { method, body, user: sender });
  const json = await response.json<{ message?: string; details?: { causes?: Outcome["causes"] } }>();
  return { status: response.status, causes: json.details?.causes ?? [] };
}

function refused(field: string, message: string): object {
  return { status: 422, causes: [{ reason: "FieldValueForbidden", field, message: `Forbidden: ${message}` }] };
}

const mary = { name: "mary", groups: [] };

test.each([
  ["v1/validatingadmissionpolicies", validatingPolicy],
  ["v1alpha1/mutatingadmissionpolicies", mutatingPolicy],
])(
  "[ValidatingAdmissionPolicy#22] a policy in %s with a paramKind that its user may not read is rejected",
  async (target, policy) => {
    expect(await send(target, policy("unreadable", mapKind))).toEqual(
      refused(
        "spec.paramKind",
        `user ${printedUser} must have "get" permission on all objects of the referenced paramKind (kind=ConfigMap, apiVersion=v1)`,
      ),
    );
    expect((await send(target, policy("readable", mapKind), { sender: mary })).status).toBe(201);
    expect((await send(target, policy("plain", undefined))).status).toBe(201);
    // The right to read ConfigMaps does not suffice for a kind that is not served.
    const unknown = { apiVersion: "v1", kind: "Nothing" };
    expect((await send(target, policy("unknown", unknown), { sender: mary })).status).toBe(422);
  },
);

test("[ValidatingAdmissionPolicy#22] an update of a policy is checked only if it changes the paramKind", async () => {
  const target = "v1/validatingadmissionpolicies";
  const created = await server.request(`/apis/${group}/${target}`, { body: validatingPolicy("changed", mapKind) });
  const { metadata } = await created.json<{ metadata: { resourceVersion: string } }>();
  const update = (paramKind: object): object => ({ ...validatingPolicy("changed", paramKind), metadata });
  const otherKind = { apiVersion: "v1", kind: "Secret" };
  expect(await send(`${target}/changed`, update(otherKind), { method: "PUT" })).toMatchObject({
    status: 422,
    causes: [{ field: "spec.paramKind" }],
  });
  expect((await send(`${target}/changed`, update(mapKind), { method: "PUT" })).status).toBe(200);
});

test.each([
  [
    "v1/validatingadmissionpolicybindings",
    "v1/validatingadmissionpolicies",
    validatingPolicy,
    ["Deny"],
    [printedUser, "get"],
  ],
  [
    "v1alpha1/mutatingadmissionpolicybindings",
    "v1alpha1/mutatingadmissionpolicies",
    mutatingPolicy,
    [],
    ["get", printedUser],
  ],
] as const)(
  "[ValidatingAdmissionPolicyBinding#3] a binding in %s with a paramRef that its user may not read is rejected",
  async (target, policies, policy, actions, [first, second]) => {
    await server.request(`/apis/${group}/${policies}`, { body: policy("bound", mapKind) });
    await server.request(`/apis/${group}/${policies}`, {
      body: policy("unresolved", { apiVersion: "v1", kind: "Nothing" }),
    });
    const named = { name: "settings", namespace: "shop" };
    const needed = `to determine minimum required permissions and user ${printedUser} does not have`;
    const all = "permission for all groups, versions and resources";
    expect(await send(target, binding("bound", named, actions))).toEqual(
      refused(
        "spec.paramRef",
        `user ${first} does not have "${second}" permission on the object referenced by paramRef`,
      ),
    );
    expect(await send(target, binding("missing", named, actions))).toEqual(
      refused("spec.paramRef", `unable to get policy missing ${needed} "get" ${all}`),
    );
    expect(await send(target, binding("unresolved", { selector: {} }, actions))).toEqual(
      refused("spec.paramRef", `unable to resolve paramKind &{v1 Nothing} ${needed} "list" ${all}`),
    );
    expect((await send(target, binding("bound", named, actions), { sender: mary })).status).toBe(201);
    expect((await send(target, binding("bound", { selector: {} }, actions), { sender: mary })).status).toBe(422);
  },
);

test("a member of system:masters may name any parameters", async () => {
  const target = "v1/validatingadmissionpolicybindings";
  const master = { name: "root", groups: ["system:masters"] };
  expect((await send(target, binding("nothing", { name: "x" }), { sender: master })).status).toBe(201);
});
