/** `orch policy` with mutating policies, on a real server without a network. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RecordedTerminal } from "../../../cli/definitions/testing/recorded-terminal.ts";
import { explainPolicies, type PolicyLab, testPolicies } from "../../../cli/policy/index.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { startServer } from "../../in-process/start-server.ts";
import { openPolicyLab } from "./policy-lab.ts";

const policies = `
apiVersion: admissionregistration.k8s.io/v1alpha1
kind: MutatingAdmissionPolicy
metadata: { name: a-team }
spec:
  failurePolicy: Fail
  reinvocationPolicy: Never
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }
  matchConditions:
    - { name: users, expression: request.userInfo.username != 'root' }
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration:
        expression: "Object{metadata: Object.metadata{labels: {'team': params.data.team}}}"
    - patchType: JSONPatch
      jsonPatch:
        expression: "[JSONPatch{op: 'replace', path: '/spec/replicas', value: object.spec.replicas + 1}]"
---
apiVersion: admissionregistration.k8s.io/v1alpha1
kind: MutatingAdmissionPolicyBinding
metadata: { name: a-team }
spec: { policyName: a-team, paramRef: { name: team, parameterNotFoundAction: Deny } }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: a-team }
spec:
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }
  validations:
    - { expression: object.spec.replicas <= 5, message: at most 5 }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: a-team }
spec: { policyName: a-team, validationActions: [Deny] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: team, namespace: shop }
data: { team: red }
`;

function deployment(replicas: number): string {
  return `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: shop }, spec: { replicas: ${replicas} } }`;
}

let terminal: RecordedTerminal;
beforeEach(() => {
  terminal = new RecordedTerminal();
  terminal.write("policies.yaml", policies);
});
afterEach(() => terminal[Symbol.dispose]());

const common = { files: ["."], recursive: false, vocabulary: vocabularies.orch };

describe("orch policy test", () => {
  test("compares the object after all changes, which validating policies see", async () => {
    terminal.write(
      "cases.yaml",
      `namespace: shop
cases:
- { name: changed, object: ${deployment(4)}, expect: { object: { metadata: { labels: { team: red } }, spec: { replicas: 5 } } } }
- { name: too many, object: ${deployment(5)}, expect: { deny: at most 5 } }
- { name: an update, object: ${deployment(2)}, oldObject: ${deployment(9)}, expect: { object: { spec: { replicas: 3 } } } }
- { name: root, user: root, object: ${deployment(5)}, expect: { object: { spec: { replicas: 5 } } } }
- { name: elsewhere, namespace: test, object: ${deployment(1).replace("shop", "test")}, expect: { deny: no params found } }
- { name: wrong, object: ${deployment(1)}, expect: { object: { metadata: { labels: { team: blue } } } } }
`,
    );
    const { code, out } = await terminal.run((to) =>
      testPolicies({ ...common, caseName: undefined, output: "text", showsCoverage: false }, openPolicyLab, to),
    );
    expect(code).toBe(1);
    expect(out).toContain('expected metadata.labels.team: "blue", got "red"');
    expect(out).toContain("6 cases: 5 passed, 1 failed");
  });
});

describe("orch policy why", () => {
  test("shows which fields a policy changes, and why a policy does not apply", async () => {
    terminal.write("web.yaml", deployment(2));
    const request = {
      file: "web.yaml",
      caseName: undefined,
      operation: undefined,
      oldFile: undefined,
      subresource: undefined,
      namespace: undefined,
      groups: [],
    };
    const why = async (user: string): Promise<string> => {
      const command = { ...common, files: ["policies.yaml"], output: "text", request: { ...request, user } } as const;
      return (await terminal.run((to) => explainPolicies(command, openPolicyLab, to))).out;
    };
    expect(await why("ann")).toContain(
      `policy a-team: matches resourceRules[0]  policies.yaml:2
  binding a-team
    with ConfigMap shop/team
    metadata.labels.team: (absent) -> "red"
    spec.replicas: 2 -> 3
`,
    );
    expect(await why("root")).toContain("    its match conditions exclude the request\n");
  });
});

test("a lab changes objects as a server does", async () => {
  const group = "admissionregistration.k8s.io";
  await using server = await startServer({
    vocabulary: "kubernetes",
    flags: ["--feature-gates=MutatingAdmissionPolicy=true", `--runtime-config=${group}/v1alpha1=true`],
  });
  await using lab = await openPolicyLab(vocabularies.kubernetes);
  const setting = (key: string, value: string): string => `Object{data: Object.data{${key}: ${value}}}`;
  const spec = { failurePolicy: "Fail", reinvocationPolicy: "IfNeeded" };
  const texts = {
    user: setting("user", "request.userInfo.username"),
    late: setting("seen", "object.data.?user.orValue('nobody') + request.operation"),
    namespace: setting("place", "namespaceObject.metadata.name"),
    failing: setting("x", "object.data.missing"),
  };
  for (const [name, expression] of Object.entries(texts)) {
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
    const resourceNames = name === "failing" ? [name] : ["map"];
    const policy = {
      apiVersion: `${group}/v1alpha1`,
      kind: "MutatingAdmissionPolicy",
      metadata: { name },
      spec: {
        ...spec,
        matchConstraints: { resourceRules: [{ ...rule, resourceNames }] },
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
      },
    };
    const binding = { ...policy, kind: "MutatingAdmissionPolicyBinding", spec: { policyName: name } };
    for (const [object, plural] of [
      [policy, "mutatingadmissionpolicies"],
      [binding, "mutatingadmissionpolicybindings"],
    ] as const) {
      const stored = await server.request(`/apis/${group}/v1alpha1/${plural}`, { body: object });
      expect(stored.status).toBe(201);
      expect(await lab.store(object)).toEqual({ errors: [], warnings: [] });
    }
  }
  for (const name of ["map", "failing"]) {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "b" } };
    const user = { name: "ann", groups: ["system:masters"] };
    const answer = await server.request("/api/v1/namespaces/default/configmaps", { body: object, user });
    const { message, data } = await answer.json<{ message?: string; data?: object }>();
    const outcome = await lab.send(createOf(object, user));
    expect([outcome.code || 201, outcome.message || undefined]).toEqual([answer.status, message]);
    if (outcome.isAllowed) expect(outcome.object).toMatchObject({ data });
  }
});

type LabRequest = Parameters<PolicyLab["send"]>[0];

function createOf(object: LabRequest["object"], user: LabRequest["user"]): LabRequest {
  const names = { namespace: undefined, name: undefined, resource: undefined };
  return { operation: "CREATE", subresource: "", dryRun: false, oldObject: undefined, object, user, ...names };
}
