/** Policies on whole servers. The messages are those of the reference v1.32, which `npm run compare -- admission-policies` checks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { RoleAdministrator } from "../authorization/rbac-writes.ts";
import { type PolicyAnswer, PolicyServer, rulesFor } from "./policy-server.ts";

let policies: PolicyServer;

beforeAll(async () => {
  policies = await PolicyServer.start();
});

afterAll(() => policies[Symbol.asyncDispose]());

function denied(name: string, message: string): string {
  return `configmaps "${name}" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${message}`;
}

test("a policy takes effect with the response of its write, and ends with its binding", async () => {
  await policies.createPolicy("limit", {
    validations: [{ expression: "int(object.data.count) <= 3", message: "too many" }],
  });
  expect(await policies.createMap("limit", { count: "4" })).toEqual({
    status: 422,
    reason: "Invalid",
    message: denied("limit", "too many"),
    warnings: [],
  });
  const binding = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/limit";
  expect((await policies.send(binding, { method: "DELETE" })).status).toBe(200);
  expect((await policies.createMap("limit", { count: "4" })).status).toBe(201);
});

test("[CEL-06] has() tests a field of the object before it is read", async () => {
  await policies.createPolicy("guarded", {
    validations: [{ expression: "!has(object.data.x) || object.data.x == 'a'" }],
  });
  await policies.createPolicy("unguarded", { validations: [{ expression: "object.data.x == 'a'" }] });
  expect((await policies.createMap("guarded", { y: "b" })).status).toBe(201);
  expect((await policies.createMap("unguarded", { y: "b" })).message).toBe(
    denied("unguarded", "expression 'object.data.x == 'a'' resulted in error: no such key: x"),
  );
});

test("a reason selects the code of the response", async () => {
  await policies.createPolicy("reason", { validations: [{ expression: "false", reason: "Forbidden", message: "no" }] });
  expect(await policies.createMap("reason")).toMatchObject({ status: 403, reason: "Forbidden" });
});

test("a message expression whose value has several lines is replaced by the message of the validation", async () => {
  const messageExpression = "'first\\nsecond'";
  await policies.createPolicy("lines", { validations: [{ expression: "false", messageExpression, message: "no" }] });
  await policies.createPolicy("only-lines", { validations: [{ expression: "false", messageExpression }] });
  expect((await policies.createMap("lines")).message).toBe(denied("lines", "no"));
  expect((await policies.createMap("only-lines")).message).toBe(denied("only-lines", "failed expression: false"));
});

test("a policy with the failure policy Ignore passes requests on which it fails", async () => {
  await policies.createPolicy("ignored", {
    failurePolicy: "Ignore",
    validations: [{ expression: "object.data.x == 'a'" }],
  });
  expect((await policies.createMap("ignored", { y: "b" })).status).toBe(201);
});

test("the action Warn sends a warning and stores the object", async () => {
  await policies.createPolicy("warned", { validations: [{ expression: "false" }] }, { validationActions: ["Warn"] });
  expect(await policies.createMap("warned")).toMatchObject({
    status: 201,
    warnings: [
      "Validation failed for ValidatingAdmissionPolicy 'warned' with binding 'warned': failed expression: false",
    ],
  });
});

test("parameters come from the object that the binding names, and a missing object denies the request", async () => {
  const spec = {
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    validations: [{ expression: "object.data.count <= params.data.max" }],
  };
  const paramRef = { name: "maximum", parameterNotFoundAction: "Deny" };
  await policies.createPolicy("parameters", spec, { paramRef });
  expect((await policies.createMap("parameters", { count: "4" })).message).toBe(
    denied(
      "parameters",
      "failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction",
    ),
  );
  await policies.createMap("maximum", { max: "3" });
  expect((await policies.createMap("parameters", { count: "4" })).message).toBe(
    denied("parameters", "failed expression: object.data.count <= params.data.max"),
  );
  expect((await policies.createMap("parameters", { count: "2" })).status).toBe(201);
});

test("a binding without a namespace takes its parameters from the namespace of the request", async () => {
  const spec = {
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    validations: [{ expression: "params.metadata.namespace == object.data.expected" }],
  };
  await policies.createPolicy("places", spec, { paramRef: { name: "place", parameterNotFoundAction: "Deny" } });
  await policies.send("/api/v1/namespaces", { body: { metadata: { name: "second" } } });
  for (const namespace of ["default", "second"]) {
    const send = (name: string, data: object = {}): Promise<PolicyAnswer> =>
      policies.send(`/api/v1/namespaces/${namespace}/configmaps`, { body: { metadata: { name }, data } });
    await send("place");
    expect((await send("places", { expected: namespace })).status).toBe(201);
  }
});

test("a request in one version matches rules for another version, and expressions see the object in that version", async () => {
  const resource = "horizontalpodautoscalers";
  const rule = { apiGroups: ["autoscaling"], apiVersions: ["v1"], resources: [resource], operations: ["CREATE"] };
  await policies.createPolicy("versions", {
    matchConstraints: { resourceRules: [rule] },
    validations: [{ expression: "false", messageExpression: "object.apiVersion + ' ' + request.requestKind.version" }],
  });
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "a" };
  const body = { metadata: { name: "h" }, spec: { maxReplicas: 3, scaleTargetRef } };
  const { message } = await policies.send(`/apis/autoscaling/v2/namespaces/default/${resource}`, { body });
  expect(message).toContain("denied request: autoscaling/v1 v2");
});

test("a large request, which another thread handles, is rejected by a policy", async () => {
  await policies.createPolicy("large", {
    validations: [{ expression: "size(object.data.text) < 10", message: "too long" }],
  });
  expect((await policies.createMap("large", { text: "x".repeat(100_000) })).message).toBe(denied("large", "too long"));
});

test("no policy applies to policies and bindings", async () => {
  const rule = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], operations: ["*"], resourceNames: ["exempt"] };
  await policies.createPolicy("exemptions", {
    matchConstraints: { resourceRules: [rule] },
    validations: [{ expression: "false" }],
  });
  await expect(policies.createPolicy("exempt", { validations: [{ expression: "true" }] })).resolves.toBeUndefined();
  expect((await policies.createMap("exempt")).status).toBe(422);
});

test("variables are evaluated once, so that their cost counts once", async () => {
  // One evaluation costs about 590,000, so that 20 evaluations would exceed the budget of 10,000,000.
  const steps = "[0,1,2,3,4,5,6,7,8,9]";
  const opening = ["a", "b", "c", "d", "e"].map((name) => `${steps}.all(${name}, `).join("");
  await policies.createPolicy("variables", {
    variables: [{ name: "slow", expression: `${opening}true${")".repeat(5)}` }],
    validations: [
      ...Array.from({ length: 20 }, () => ({ expression: "variables.slow" })),
      { expression: "false", message: "end" },
    ],
  });
  expect((await policies.createMap("variables")).message).toBe(denied("variables", "end"));
});

test("expressions that exceed their budget deny the request", async () => {
  const steps = "[0,1,2,3,4,5,6,7,8,9]";
  const opening = ["a", "b", "c", "d", "e"].map((name) => `${steps}.all(${name}, `).join("");
  const expression = `${opening}true${")".repeat(5)}`;
  await policies.createPolicy("budget", { validations: Array.from({ length: 40 }, () => ({ expression })) });
  expect((await policies.createMap("budget")).message).toBe(
    denied("budget", "validation failed due to running out of cost budget, no further validation rules will be run"),
  );
});

test("metrics count the effects of policies", async () => {
  await policies.createPolicy("measured", { validations: [{ expression: "false" }] });
  await policies.createMap("measured");
  const metrics = await (await policies.server.request("/metrics")).text();
  const labels = `enforcement_action="deny",error_type="invalid_error",policy="measured",policy_binding="measured"`;
  expect(metrics).toContain(`apiserver_validating_admission_policy_check_total{${labels}} 1`);
});

test.each([
  [
    "[CEL-40] group() and resource() ask for a resource",
    "authorizer.group('apps').resource('deployments').check('create').allowed()",
    "writer",
  ],
  [
    "[CEL-41] subresource(), namespace() and name() narrow the question",
    "authorizer.group('').resource('pods').subresource('log').namespace('default').name('web').check('get').allowed()",
    "reader",
  ],
  [
    "[CEL-42] path() asks for a path that is no resource",
    "authorizer.path('/secret-path').check('get').allowed()",
    "visitor",
  ],
])("%s", async (title, expression, allowedUser) => {
  const name = `asks-${title.slice(5, 7)}`;
  const administrator = new RoleAdministrator(policies.server, "rbac.authorization.k8s.io/v1");
  const maps = { apiGroups: [""], resources: ["configmaps"], verbs: ["create"] };
  const grants: Readonly<Record<string, object>> = {
    writer: { apiGroups: ["apps"], resources: ["deployments"], verbs: ["create"] },
    reader: { apiGroups: [""], resources: ["pods/log"], resourceNames: ["web"], verbs: ["get"] },
    visitor: { nonResourceURLs: ["/secret-path"], verbs: ["get"] },
  };
  for (const user of [allowedUser, "stranger"]) {
    const rules = user === allowedUser ? [maps, grants[allowedUser] ?? {}] : [maps];
    await administrator.grant("", `${name}-${user}`, `${name}-${user}`, rules);
  }
  await policies.createPolicy(name, { validations: [{ expression, message: "you may not" }] });
  const createAs = async (user: string): Promise<number> => {
    const body = { metadata: { name, generateName: "" } };
    const options = { body, user: { name: `${name}-${user}`, groups: [] } };
    return (await policies.send("/api/v1/namespaces/default/configmaps?dryRun=All", options)).status;
  };
  expect([await createAs("stranger"), await createAs(allowedUser)]).toEqual([422, 201]);
});

test("[CEL-43] serviceAccount() asks about an account instead of the user", async () => {
  const check =
    "authorizer.serviceAccount('default', 'robot').group('').resource('secrets').namespace('default').check('get').allowed()";
  await policies.createPolicy("account", { validations: [{ expression: check, message: "the robot may not" }] });
  expect((await policies.createMap("account")).message).toBe(denied("account", "the robot may not"));
  const administrator = new RoleAdministrator(policies.server, "rbac.authorization.k8s.io/v1");
  const rules = [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }];
  await administrator.grant("", "robot", "system:serviceaccount:default:robot", rules);
  expect((await policies.createMap("account")).status).toBe(201);
});

test("[CEL-44] a decision has allowed() and reason()", async () => {
  const check = "authorizer.group('').resource('secrets').namespace('default').check('get')";
  await policies.createPolicy("decision", {
    matchConstraints: rulesFor("decision", ["CREATE"]),
    validations: [{ expression: `${check}.allowed() && ${check}.reason() == 'no such reason'` }],
  });
  expect((await policies.createMap("decision")).status).toBe(422);
});
