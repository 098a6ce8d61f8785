/** `orch policy` with a real server without a network, in a folder with files. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Ran, RecordedTerminal } from "../../../cli/definitions/testing/recorded-terminal.ts";
import {
  explainPolicies,
  type PolicyTestCommand,
  type PolicyWhyCommand,
  testPolicies,
} from "../../../cli/policy/index.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { startServer } from "../../in-process/start-server.ts";
import { openPolicyLab } from "./policy-lab.ts";

let terminal: RecordedTerminal;
beforeEach(() => {
  terminal = new RecordedTerminal();
});
afterEach(() => terminal[Symbol.dispose]());

const policies = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: replicas }
spec:
  failurePolicy: Fail
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConstraints:
    resourceRules:
      - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments] }
  matchConditions:
    - { name: others, expression: request.userInfo.username != 'root' }
  variables:
    - { name: max, expression: int(params.data.max) }
  validations:
    - expression: object.spec.replicas <= variables.max
      messageExpression: "'at most ' + string(variables.max)"
  auditAnnotations:
    - { key: max, valueExpression: string(variables.max) }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: prod }
spec:
  policyName: replicas
  paramRef: { name: limits, parameterNotFoundAction: Deny }
  validationActions: [Deny]
  matchResources: { namespaceSelector: { matchLabels: { env: prod } } }
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: all }
spec:
  policyName: replicas
  paramRef: { name: limits, parameterNotFoundAction: Allow }
  validationActions: [Warn, Audit]
---
apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { env: prod } }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: limits, namespace: shop }
data: { max: "5" }
`;

function deployment(replicas: number): string {
  return `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: ${replicas} } }`;
}

async function runTest(options: Partial<PolicyTestCommand> = {}): Promise<Ran> {
  const command: PolicyTestCommand = {
    files: ["."],
    recursive: false,
    vocabulary: vocabularies.orch,
    caseName: undefined,
    output: "text",
    showsCoverage: false,
    ...options,
  };
  return await terminal.run((to) => testPolicies(command, openPolicyLab, to));
}

async function runWhy(file: string, request: Partial<PolicyWhyCommand["request"]> = {}): Promise<Ran> {
  const command: PolicyWhyCommand = {
    files: ["policies.yaml"],
    recursive: false,
    vocabulary: vocabularies.orch,
    output: "text",
    request: {
      file,
      caseName: undefined,
      operation: undefined,
      oldFile: undefined,
      subresource: undefined,
      namespace: undefined,
      user: undefined,
      groups: [],
      ...request,
    },
  };
  return await terminal.run((to) => explainPolicies(command, openPolicyLab, to));
}

const cases = `namespace: shop
user: ann
cases:
- name: five
  object: ${deployment(5)}
  expect: allow
- name: nine
  object: ${deployment(9)}
  expect: { deny: at most 5, code: 422 }
- name: root
  user: root
  object: ${deployment(9)}
  expect: { warn: [] }
- name: an update in another namespace
  namespace: { name: test, labels: { env: test } }
  objects:
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: limits, namespace: test }, data: { max: "2" } }
  object: ${deployment(3)}
  oldObject: ${deployment(1)}
  expect: { warn: at most 2, audit: { replicas/max: "2" } }
- name: no parameters in that namespace
  namespace: { name: test, labels: { env: prod } }
  object: ${deployment(3)}
  expect: { deny: no params found }
- name: a deletion
  oldObject: ${deployment(9)}
  expect: allow
- name: the level of a namespace
  namespace: { name: safe, labels: { pod-security.kubernetes.io/enforce: baseline } }
  object: { apiVersion: v1, kind: Pod, metadata: { name: a }, spec: { hostPID: true, containers: [{ name: c, image: i }] } }
  expect: { deny: 'violates PodSecurity "baseline:latest": host namespaces', code: 403 }
`;

describe("orch policy test", () => {
  beforeEach(() => terminal.write("policies.yaml", policies));

  test("cases that are decided as expected pass", async () => {
    terminal.write("cases.yaml", cases);
    expect(await runTest()).toEqual({
      code: 0,
      out: `cases.yaml:4   ok    five                            allow
cases.yaml:7   ok    nine                            deny "at most 5"
cases.yaml:10  ok    root                            allow
cases.yaml:14  ok    an update in another namespace  allow, warn "at most 2"
cases.yaml:21  ok    no parameters in that namespace  deny "no params found"
cases.yaml:25  ok    a deletion                      allow
cases.yaml:28  ok    the level of a namespace        deny "violates PodSecurity \\"baseline:latest\\": host namespaces"

7 cases: 7 passed, 0 failed
`.replaceAll(/^(\S+\s+ok {4})(.*?) {2,}/gm, (_, start: string, name: string) => `${start}${name.padEnd(33)}`),
    });
  });

  test("a case that is decided otherwise fails, with its line, its request and the difference", async () => {
    terminal.write(
      "cases.yaml",
      `cases:\n- { name: "it's wrong", namespace: shop, user: ann, object: ${deployment(9)}, expect: allow }\n`,
    );
    const why =
      "deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'replicas' with binding 'prod' denied request: at most 5";
    expect(await runTest()).toEqual({
      code: 1,
      out: `cases.yaml:2  FAIL  it's wrong  allow
    CREATE deployments.apps shop/web by ann
    expected allow, got deny: ${why}
    explain it: orch policy why -f . cases.yaml --case='it'\\''s wrong'

1 case: 0 passed, 1 failed
`,
    });
  });

  test("a request whose object a server cannot read fails", async () => {
    const object = "{ apiVersion: apps/v1, kind: Deployment, spec: { replica: 1 } }";
    terminal.write("cases.yaml", `cases:\n- { name: typo, object: ${object}, expect: allow }\n`);
    const { code, out } = await runTest();
    expect(code).toBe(1);
    expect(out).toContain(
      'the request cannot be made: Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
    );
  });

  test("the coverage counts the outcomes of each part of a policy", async () => {
    terminal.write("cases.yaml", cases);
    const { out } = await runTest({ showsCoverage: true, caseName: "n" });
    expect(out.slice(out.indexOf("coverage"))).toBe(`coverage: 7 of 9 outcomes (77 %)
policies.yaml:10:9  replicas  matchConstraints.resourceRules[0]  matches 3, differs 1  CREATE,UPDATE deployments
policies.yaml:12:7  replicas  matchConditions[0]                 true 2, NEVER false   request.userInfo.username != 'root'
policies.yaml:16:7  replicas  validations[0]                     NEVER true, false 2   object.spec.replicas <= variables.max
policies.yaml:21    replicas  binding prod                       matches 1, differs 1
policies.yaml:30    replicas  binding all                        matches 3

2 expressions never true or never false:
policies.yaml:12:7  replicas  matchConditions[0]  never false  request.userInfo.username != 'root'
policies.yaml:16:7  replicas  validations[0]      never true   object.spec.replicas <= variables.max
`);
  });

  test("the reports have other forms for programs", async () => {
    terminal.write(
      "cases.yaml",
      `cases:
- { name: 'a <b>', namespace: shop, object: ${deployment(9)}, expect: deny }
- { name: c, namespace: shop, object: ${deployment(9)}, expect: { deny: "x\\n&" } }
`,
    );
    const { code, out } = await runTest({ output: "junit" });
    expect(code).toBe(1);
    expect(out).toContain('<testsuites tests="2" failures="1">');
    expect(out).toContain('<testcase name="a &lt;b&gt;" classname="cases.yaml" file="cases.yaml" line="2"/>');
    expect(out).toContain('<failure message="expected a message with &quot;x\\n&amp;&quot;, got: ');
    const json = JSON.parse((await runTest({ output: "json", showsCoverage: true })).out) as Record<string, unknown>;
    expect(json).toMatchObject({
      passed: 1,
      failed: 1,
      cases: [
        { name: "a <b>", file: "cases.yaml", line: 2, passed: true, allowed: false, code: 422 },
        { name: "c", passed: false, failures: [expect.any(String)] },
      ],
      coverage: { covered: 5, possible: 9 },
    });
  });

  test("labels for PodSecurity have no effect on objects other than namespaces", async () => {
    const labels = "{ pod-security.kubernetes.io/enforce: wrong }";
    terminal.write("policies.yaml", policies);
    const map = `{ apiVersion: v1, kind: ConfigMap, metadata: { name: a, labels: ${labels} } }`;
    terminal.write("cases.yaml", `cases: [{ name: a, object: ${map}, expect: allow }]\n`);
    expect(await runTest()).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
  });

  test("a case names a file by an absolute path", async () => {
    terminal.write("web.txt", deployment(1));
    terminal.write("policies.yaml", policies);
    terminal.write("cases.yaml", { cases: [{ name: "a", object: join(terminal.path, "web.txt"), expect: "allow" }] });
    expect(await runTest()).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
  });

  test("errors of files have their places", async () => {
    terminal.write("cases.yaml", "cases:\n- name: a\n  expects: allow\n");
    terminal.write("files.yaml", "cases:\n- name: a\n  object: missing.yaml\n  expect: allow\n");
    terminal.write("other.yaml", "a: b\n");
    expect(await runTest()).toEqual({
      code: 1,
      out:
        "cases.yaml:3: error: cases[0].expects is unknown; did you mean expect?\n" +
        "files.yaml:3: error: cases[0].object names a file that cannot be used: missing.yaml: there is no such file or folder\n" +
        "other.yaml:1: error: is neither a manifest, which has apiVersion and kind, nor has cases\n",
    });
  });

  test("errors of policies have their places, as a server reports them", async () => {
    terminal.write("policies.yaml", policies.replace("object.spec.replicas <=", "object.spec.replicas <= <="));
    terminal.write("cases.yaml", cases);
    const { code, out } = await runTest();
    expect(code).toBe(1);
    expect(out).toMatch(
      /^policies\.yaml:16:7: ValidatingAdmissionPolicy replicas: error: spec\.validations\[0\]\.expression: /,
    );
  });

  test("policies without bindings cause a warning", async () => {
    terminal.write("policies.yaml", policies.split("---")[0]);
    terminal.write("cases.yaml", `cases:\n- { name: a, object: ${deployment(9)}, expect: allow }\n`);
    const { code, out } = await runTest();
    expect([code, out.split("\n")[0]]).toEqual([
      0,
      "policies.yaml:2: ValidatingAdmissionPolicy replicas: warning: it has no binding, so it has no effect",
    ]);
  });

  test("parameters can be objects of a custom type that a file defines", async () => {
    const definition = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "limits.example.com" },
      spec: {
        group: "example.com",
        names: { kind: "Limit", plural: "limits" },
        scope: "Namespaced",
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { max: { type: "integer", default: 4 } } } },
          },
        ],
      },
    };
    const custom = policies
      .replace(
        "paramKind: { apiVersion: v1, kind: ConfigMap }",
        "paramKind: { apiVersion: example.com/v1, kind: Limit }",
      )
      .replace("int(params.data.max)", "params.max")
      .replace(
        /apiVersion: v1\nkind: ConfigMap[^]*$/,
        "apiVersion: example.com/v1\nkind: Limit\nmetadata: { name: limits, namespace: shop }\n",
      );
    terminal.write("policies.yaml", custom);
    terminal.write("type.yaml", definition);
    terminal.write(
      "cases.yaml",
      `cases:\n- { name: a, namespace: shop, object: ${deployment(5)}, expect: { deny: at most 4 } }\n`,
    );
    expect(await runTest()).toMatchObject({ code: 0 });
  });
});

const otherManifests = `apiVersion: v1
kind: Namespace
metadata:
  name: safe
  labels: { pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/warn: restricted }
---
apiVersion: v1
kind: Pod
metadata: { name: a, namespace: safe }
spec: { hostPID: true, containers: [{ name: c, image: i }] }
---
apiVersion: v1
kind: List
items:
- ${deployment(3).replace("name: web", "name: web, namespace: shop")}
- ${deployment(9).replace("name: web", "name: web, namespace: shop")}
- { apiVersion: v1, kind: ConfigMap, metadata: { name: limits }, data: { max: "4" } }
- ${deployment(6).replace("name: web", "generateName: web-")}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: other }
dota: {}
`;

describe("orch policy test without cases", () => {
  beforeEach(() => {
    terminal.write("policies.yaml", policies);
    terminal.write("other.yaml", otherManifests);
  });

  test("a create of each manifest is judged, in a line with its place and the policy", async () => {
    expect(await runTest()).toEqual({
      code: 1,
      out: `PLACE           OBJECT            VERDICT   POLICY                        MESSAGE
other.yaml:7    Pod/a             denied    PodSecurity baseline:latest   host namespaces (hostPID=true)
other.yaml:15   Deployment/web    allowed
other.yaml:16   Deployment/web    denied    replicas                      at most 5
other.yaml:18   Deployment/web-   warned    replicas                      at most 4
other.yaml:20   ConfigMap/other   invalid   -                             the request cannot be made: ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "dota"

5 objects: 1 allowed, 1 warned, 2 denied, 1 invalid
`,
    });
  });

  test("warnings alone do not fail", async () => {
    const { code, out } = await runTest({ caseName: "web-" });
    expect([code, out.slice(out.indexOf("\n\n"))]).toEqual([0, "\n\n1 object: 1 warned\n"]);
  });

  test("reports for programs contain the denials", async () => {
    const { code, out } = await runTest({ output: "json", caseName: "Deployment" });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      passed: 2,
      failed: 1,
      cases: [
        { name: "Deployment/web", file: "other.yaml", line: 15, allowed: true },
        { allowed: false, code: 422, failures: [expect.stringMatching(/^expected allow, got deny: /)] },
        { allowed: true, warnings: [expect.stringContaining("at most 4")] },
      ],
    });
  });

  test("policies of other kinds and webhooks are not evaluated, and cause a warning", async () => {
    const group = "admissionregistration.k8s.io/v1";
    terminal.write(
      "hook.yaml",
      `{ apiVersion: ${group}, kind: ValidatingWebhookConfiguration, metadata: { name: h } }`,
    );
    const { code, out } = await runTest({ caseName: "web-" });
    expect([code, out.split("\n")[0]]).toEqual([
      0,
      "hook.yaml:1: ValidatingWebhookConfiguration h: warning: it is not evaluated",
    ]);
  });
});

describe("orch policy why", () => {
  beforeEach(() => terminal.write("policies.yaml", policies));

  test("an explanation has the values and the costs of all expressions", async () => {
    terminal.write("web.yaml", deployment(9));
    const { code, out } = await runWhy("web.yaml", { namespace: "shop", user: "ann" });
    expect(code).toBe(0);
    const evaluation = `    with ConfigMap shop/limits
    matchConditions[0] others  true         cost 4  request.userInfo.username != 'root'
    variables.max              5            cost 4  int(params.data.max)
    validations[0]             false        cost 6  object.spec.replicas <= variables.max
    validations[0] message     "at most 5"  cost 4  'at most ' + string(variables.max)
    auditAnnotations[0]        "5"          cost 3  string(variables.max)
    cost 21 in all
`;
    expect(out.split("\n").slice(0, 2)).toEqual([
      "CREATE deployments.apps shop/web by ann: denied with 422",
      "  deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'replicas' with binding 'prod' denied request: at most 5",
    ]);
    expect(out.slice(out.indexOf("policy replicas"))).toBe(
      `policy replicas: matches resourceRules[0]  policies.yaml:2\n  binding all\n${evaluation}  binding prod\n${evaluation}`,
    );
  });

  test("an explanation names the criteria because of which a policy or a binding does not match", async () => {
    terminal.write("web.yaml", deployment(9));
    const deletion = await runWhy("web.yaml", { operation: "DELETE" });
    expect(deletion.out).toBe(`DELETE deployments.apps default/web by tester: allowed

policy replicas: does not match  policies.yaml:2
  resourceRules[0]: operations ["CREATE","UPDATE"]
`);
    const elsewhere = await runWhy("web.yaml", { namespace: "other", user: "root" });
    expect(elsewhere.out).toBe(`CREATE deployments.apps other/web by root: allowed

policy replicas: matches resourceRules[0]  policies.yaml:2
  binding all: finds no parameters
  binding prod: does not match because of its namespaceSelector
`);
    const root = await runWhy("web.yaml", { namespace: "shop", user: "root" });
    expect(root.out).toContain("matchConditions[0] others  false  cost 4");
    expect(root.out).toContain("    its validations are not evaluated\n");
  });

  test("an explanation has the errors of expressions", async () => {
    terminal.write("policies.yaml", policies.replace("int(params.data.max)", "int(params.data.maximum)"));
    terminal.write("web.yaml", deployment(9));
    const { out } = await runWhy("web.yaml", { namespace: "shop" });
    expect(out).toContain("  audit: validation.policy.admission.k8s.io/validation_failure: [{");
    expect(out).toContain(`    variables.max              error  cost 4  int(params.data.maximum)
      no such key: maximum
    validations[0]             error  cost 6  object.spec.replicas <= variables.max
      composited variable "max" fails to evaluate: no such key: maximum
`);
  });

  test("a case of a file is explained with its objects", async () => {
    terminal.write("cases.yaml", cases);
    const { out } = await runWhy("cases.yaml", { caseName: "another" });
    expect(out).toContain("UPDATE deployments.apps test/web by ann: allowed\n");
    expect(out).toContain("with ConfigMap test/limits");
    await expect(runWhy("cases.yaml", { caseName: "n" })).rejects.toThrow(
      /^cases\.yaml: several cases fit; choose one by --case:\n {2}five\n/,
    );
  });
});

describe("requests to a lab", () => {
  const group = "admissionregistration.k8s.io/v1";
  const secrets = { apiGroups: [""], resources: ["secrets"], verbs: ["get"] };
  const roles = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" };

  /** Returns a policy for all resources with these expressions, and its binding. */
  function policyWith(...expressions: readonly string[]): string {
    const rule = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
    const validations = expressions.map((expression) => ({ expression }));
    const policy = { matchConstraints: { resourceRules: [rule] }, validations };
    const objects = [
      { apiVersion: group, kind: "ValidatingAdmissionPolicy", metadata: { name: "p" }, spec: policy },
      {
        apiVersion: group,
        kind: "ValidatingAdmissionPolicyBinding",
        metadata: { name: "b" },
        spec: { policyName: "p", validationActions: ["Deny"] },
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "Role",
        metadata: { name: "reader", namespace: "shop" },
        rules: [secrets],
      },
      {
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "RoleBinding",
        metadata: { name: "reader", namespace: "shop" },
        roleRef: roles,
        subjects: [{ kind: "User", name: "ann", apiGroup: "rbac.authorization.k8s.io" }],
      },
    ];
    return objects.map((object) => JSON.stringify(object)).join("\n---\n");
  }

  test.each<[string, string, string]>([
    [
      "a connection has the options as its object",
      "object.command[0] == 'sh' && request.operation == 'CONNECT' && request.resource.resource == 'pods' && request.subResource == 'exec' && request.name == 'web'",
      "{ operation: CONNECT, resource: pods, subresource: exec, objectName: web, namespace: shop, object: { apiVersion: v1, kind: PodExecOptions, command: [sh] } }",
    ],
    [
      "a scale is an object of another type",
      "object.spec.replicas == 5 && oldObject.spec.replicas == 1 && request.kind.kind == 'Scale' && request.resource.group == 'apps'",
      "{ resource: deployments.apps, subresource: scale, namespace: shop, object: { apiVersion: autoscaling/v1, kind: Scale, spec: { replicas: 5 } }, oldObject: { apiVersion: autoscaling/v1, kind: Scale, spec: { replicas: 1 } } }",
    ],
    [
      "a request whose resource is named is in the namespace default, too",
      "request.namespace == 'default' && namespaceObject.metadata.name == 'default'",
      "{ operation: CONNECT, resource: pods, subresource: exec, objectName: web, object: { apiVersion: v1, kind: PodExecOptions } }",
    ],
    [
      "a request whose resource is cluster-scoped has no namespace",
      "!has(request.namespace) && namespaceObject == null",
      "{ operation: CONNECT, resource: nodes, subresource: proxy, objectName: one, object: { apiVersion: v1, kind: NodeProxyOptions } }",
    ],
    [
      "a deletion has the old object only",
      "object == null && oldObject.data.a == 'b' && request.options.kind == 'DeleteOptions' && request.operation == 'DELETE'",
      "{ oldObject: { apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: b } } }",
    ],
    [
      "the objects have the defaults of their type",
      "object.spec.replicas == 1 && object.spec.template.spec.restartPolicy == 'Always' && oldObject.spec.replicas == 1",
      "{ object: &web { apiVersion: apps/v1, kind: Deployment, metadata: { name: a }, spec: { template: { spec: { containers: [{ name: c, image: i }] } } } }, oldObject: *web }",
    ],
    [
      "a service account has its groups",
      "request.userInfo.groups == ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated']",
      "{ user: 'system:serviceaccount:shop:web', object: { apiVersion: v1, kind: ConfigMap, metadata: { name: a } } }",
    ],
    [
      "roles of the files decide about permissions",
      "authorizer.group('').resource('secrets').namespace('shop').check('get').allowed() && !authorizer.group('').resource('secrets').check('get').allowed()",
      "{ user: ann, object: { apiVersion: v1, kind: ConfigMap, metadata: { name: a } } }",
    ],
    [
      "a cluster-scoped object has no namespace",
      "!has(request.namespace) && namespaceObject == null",
      "{ object: { apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: { name: a }, provisioner: p } }",
    ],
  ])("%s", async (title, expression, request) => {
    terminal.write("policies.yaml", policyWith(expression));
    terminal.write("cases.yaml", `cases:\n- ${request.replace("{", `{ name: "${title}", expect: allow,`)}\n`);
    expect(await runTest()).toMatchObject({ code: 0, out: expect.stringContaining("1 passed") });
  });
});

test("a lab decides as a server does", async () => {
  await using server = await startServer({ vocabulary: "kubernetes" });
  await using lab = await openPolicyLab(vocabularies.kubernetes);
  const group = "admissionregistration.k8s.io/v1";
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const texts = {
    fields: "object.data.size() > 1",
    user: "request.userInfo.groups.exists(g, g == 'system:authenticated') && request.userInfo.username == 'bob'",
    namespace: "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == 'other'",
    error: "object.data.missing == 'x'",
    request: "request.operation == 'UPDATE' || request.dryRun == false",
    permission: "authorizer.group('').resource('secrets').namespace('default').check('get').allowed()",
  };
  for (const [name, expression] of Object.entries(texts)) {
    const policy = {
      apiVersion: group,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        failurePolicy: "Fail",
        matchConstraints: { resourceRules: [{ ...rule, resourceNames: [name] }] },
        validations: [{ expression }],
      },
    };
    const spec = { policyName: name, validationActions: ["Deny"] };
    const binding = { apiVersion: group, kind: "ValidatingAdmissionPolicyBinding", metadata: { name }, spec };
    for (const [object, plural] of [
      [policy, "validatingadmissionpolicies"],
      [binding, "validatingadmissionpolicybindings"],
    ] as const) {
      expect((await server.request(`/apis/${group}/${plural}`, { body: object })).status).toBe(201);
      expect(await lab.store(object)).toEqual({ errors: [], warnings: [] });
    }
  }
  for (const name of Object.keys(texts)) {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "b" } };
    const user = { name: "ann", groups: ["system:masters"] };
    const answer = await server.request("/api/v1/namespaces/default/configmaps", { body: object, user });
    const { message } = await answer.json<{ message?: string }>();
    const outcome = await lab.send({
      operation: "CREATE",
      subresource: "",
      namespace: undefined,
      name: undefined,
      object,
      oldObject: undefined,
      resource: undefined,
      user,
      dryRun: false,
    });
    expect([outcome.code || 201, outcome.message || undefined]).toEqual([answer.status, message]);
  }
});
