/** Expected messages are those of the reference v1.32.13 for the same objects. */
import { describe } from "vitest";
import { type Cause, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes", "--runtime-config=admissionregistration.k8s.io/v1alpha1=true"]);
const group = "/apis/admissionregistration.k8s.io";

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const matchConstraints = { resourceRules: [rule] };
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

const webhook = {
  name: "images.example.com",
  clientConfig: { url: "https://hook.example.com/" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  rules: [rule],
};
const configurations = new Refusals(server, `${group}/v1/validatingwebhookconfigurations`, { webhooks: [webhook] });
const policies = new Refusals(server, `${group}/v1/validatingadmissionpolicies`, {
  spec: { matchConstraints, validations: [{ expression: "true" }] },
});
const mutatingPolicies = new Refusals(server, `${group}/v1alpha1/mutatingadmissionpolicies`, {
  spec: {
    matchConstraints,
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
    reinvocationPolicy: "Never",
  },
});

/** Returns the message for an expression with one fault, which the reference marks with an arrow. */
function notCompiled(expression: string, column: number, fault: string): string {
  const marked = ` | ${expression}\n | ${".".repeat(column - 1)}^`;
  return `Invalid value: ${JSON.stringify(expression)}: compilation failed: ERROR: <input>:1:${column}: ${fault}\n${marked}`;
}

const undeclared = (name: string): string => `undeclared reference to '${name}' (in container '')`;

describe("match conditions", () => {
  const conditionsOf = (...expressions: readonly string[]): object[] =>
    expressions.map((expression, index) => ({ name: `condition-${index}`, expression }));

  /** @param causes with paths relative to the list */
  function refuse(title: string, expressions: readonly string[], causes: readonly string[]): void {
    configurations.create(
      title,
      ({ webhooks }) => void (webhooks[0].matchConditions = conditionsOf(...expressions)),
      causes.map((cause) => `webhooks[0].matchConditions${cause}`),
    );
  }

  refuse(
    "[MatchConditions#3, CelErrors#1] a match condition with an unknown variable is rejected",
    ["true", "request.operation == user"],
    [`[1].expression: ${notCompiled("request.operation == user", 22, undeclared("user"))}`],
  );

  refuse(
    "a match condition with two faults is rejected with both of them",
    ["x && y"],
    [
      '[0].expression: Invalid value: "x && y": compilation failed: ' +
        `ERROR: <input>:1:1: ${undeclared("x")}\n | x && y\n | ^\n` +
        `ERROR: <input>:1:6: ${undeclared("y")}\n | x && y\n | .....^`,
    ],
  );

  refuse(
    "a match condition that does not parse is rejected with the expected tokens",
    ["a.b ="],
    [`[0].expression: ${notCompiled("a.b =", 5, "Syntax error: token recognition error at: '='")}`],
  );

  refuse(
    "[MatchConditions#3, CelErrors#2] a match condition with an integer as its result is rejected",
    ["1 + 1"],
    ['[0].expression: Invalid value: "1 + 1": must evaluate to bool but got int'],
  );

  refuse(
    "a match condition of an unknown type is rejected",
    ["object.spec.paused"],
    ['[0].expression: Invalid value: "object.spec.paused": must evaluate to bool but got dyn'],
  );

  refuse(
    "[CEL-05, CEL-07] a match condition with an unknown field of the request is rejected",
    ["request.uid == ''"],
    [`[0].expression: ${notCompiled("request.uid == ''", 8, "undefined field 'uid'")}`],
  );

  refuse(
    "a match condition of a webhook cannot use parameters",
    ["params.max > 1"],
    [`[0].expression: ${notCompiled("params.max > 1", 1, undeclared("params"))}`],
  );

  refuse(
    "blanks around a match condition do not appear in its message",
    ["  x\n"],
    [`[0].expression: ${notCompiled("x", 1, undeclared("x"))}`],
  );

  refuse(
    "a new match condition cannot use a comprehension with two variables",
    ["[1].all(i, v, v > 0)"],
    [
      '[0].expression: Invalid value: "[1].all(i, v, v > 0)": compilation failed: ' +
        [
          [8, "all"],
          [9, "i"],
          [12, "v"],
          [15, "v"],
        ]
          .map(
            ([column, name]) =>
              `ERROR: <input>:1:${column}: ${undeclared(String(name))}\n` +
              ` | [1].all(i, v, v > 0)\n | ${".".repeat(Number(column) - 1)}^`,
          )
          .join("\n"),
    ],
  );

  configurations.accepts(
    "[CEL-05, CEL-07] a match condition can use any field of the objects as any type",
    ({ webhooks }) => {
      webhooks[0].matchConditions = conditionsOf("object.a.b + 1 > 2", "object.a.b + 'c' == oldObject.a.b");
    },
  );

  configurations.accepts("match conditions can use the request, the objects and the authorizer", ({ webhooks }) => {
    webhooks[0].matchConditions = conditionsOf(
      "request.userInfo.groups.exists(group, group == 'a') && !request.dryRun",
      "object.?metadata.?labels[?'a'].orValue('b') != oldObject.metadata.name",
      "namespaceObject.metadata.labels['a'] == 'b'",
      "authorizer.group('').resource('pods').namespace('a').check('get').allowed()",
      "authorizer.requestResource.check('update').allowed()",
    );
  });

  configurations.update("a changed match condition is compiled", {
    before: ({ webhooks }) => void (webhooks[0].matchConditions = conditionsOf("true")),
    change: ({ webhooks }) => void (webhooks[0].matchConditions = conditionsOf("true", "null")),
    causes: [
      'webhooks[0].matchConditions[1].expression: Invalid value: "null": must evaluate to bool but got null_type',
    ],
  });
});

/** Registers a test that a policy is rejected. @param causes with paths relative to the spec */
function refusePolicy(title: string, spec: object, causes: readonly string[]): void {
  policies.create(
    title,
    (policy: Manifest) => void Object.assign(policy.spec, spec),
    causes.map((cause) => `spec.${cause}`),
  );
}

describe("a ValidatingAdmissionPolicy", () => {
  refusePolicy(
    "[CelErrors#1] a validation that adds a text to an integer is rejected",
    { validations: [{ expression: "object.spec.replicas == 1 + 'a'" }] },
    [
      `validations[0].expression: ${notCompiled(
        "object.spec.replicas == 1 + 'a'",
        27,
        "found no matching overload for '_+_' applied to '(int, string)'",
      )}`,
    ],
  );

  refusePolicy(
    "[CelErrors#2] a validation with a text as its result is rejected",
    { validations: [{ expression: "'a'" }] },
    ["validations[0].expression: Invalid value: \"'a'\": must evaluate to bool but got string"],
  );

  refusePolicy(
    "[CelErrors#2] a messageExpression with an integer as its result is rejected",
    { validations: [{ expression: "true", messageExpression: "1" }] },
    ['validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int'],
  );

  refusePolicy(
    "a messageExpression cannot use the authorizer",
    {
      validations: [
        { expression: "authorizer.path('/').check('get').allowed()", messageExpression: "authorizer.reason()" },
      ],
    },
    [
      'validations[0].messageExpression: Invalid value: "authorizer.reason()": compilation failed: ' +
        `ERROR: <input>:1:1: ${undeclared("authorizer")}\n | authorizer.reason()\n | ^`,
    ],
  );

  const annotated = (valueExpression: string): object => ({ auditAnnotations: [{ key: "a", valueExpression }] });

  refusePolicy("[CelErrors#3] a valueExpression with an integer as its result is rejected", annotated("1"), [
    'auditAnnotations[0].valueExpression: Invalid value: "1": must evaluate to one of [string null_type] but got int',
  ]);

  refusePolicy("the message about a valueExpression shows its blanks", annotated(" x"), [
    `auditAnnotations[0].valueExpression: ${notCompiled("x", 1, undeclared("x")).replace('"x"', '" x"')}`,
  ]);

  refusePolicy(
    "[CelErrors#4] a validation with a constant that cannot be converted is rejected with an internal error",
    { validations: [{ expression: "int('x') == 1" }] },
    [
      "validations[0].expression: Internal error: program instantiation failed: type conversion error from 'string' to 'int'",
    ],
  );

  refusePolicy("a name of a type is no value", { validations: [{ expression: "type(object.x) == timestamp" }] }, [
    "validations[0].expression: Internal error: program instantiation failed: reference to undefined type: timestamp",
  ]);

  refusePolicy(
    "a policy without a paramKind cannot use parameters",
    {
      matchConditions: [{ name: "a", expression: "params.x" }],
      validations: [{ expression: "params.x", messageExpression: "params.x" }],
      auditAnnotations: [{ key: "a", valueExpression: "params.x" }],
    },
    [
      "matchConditions[0].expression",
      "validations[0].expression",
      "validations[0].messageExpression",
      "auditAnnotations[0].valueExpression",
    ].map((path) => `${path}: ${notCompiled("params.x", 1, undeclared("params"))}`),
  );

  policies.accepts("all expressions of a policy with a paramKind can use parameters", ({ spec }) => {
    Object.assign(spec, {
      paramKind,
      matchConditions: [{ name: "a", expression: "params.x == 1" }],
      variables: [{ name: "a", expression: "params.x" }],
      validations: [{ expression: "params.x > variables.a", messageExpression: "string(params.x)" }],
      auditAnnotations: [{ key: "a", valueExpression: "string(params.x)" }],
    });
  });

  policies.update("a change of the paramKind compiles all expressions again", {
    before: ({ spec }) => void Object.assign(spec, { paramKind, validations: [{ expression: "params.x > 1" }] }),
    change: ({ spec }) => void delete spec.paramKind,
    causes: [`spec.validations[0].expression: ${notCompiled("params.x > 1", 1, undeclared("params"))}`],
  });
});

describe("the variables of a policy", () => {
  const variables = [
    { name: "limit", expression: "5" },
    { name: "limits", expression: "[variables.limit, 6]" },
    { name: "now", expression: "timestamp('2025-01-01T00:00:00Z')" },
    { name: "size", expression: "quantity('1Gi')" },
  ];

  /** @param causes with paths relative to the expression's */
  function refuseValidation(title: string, expression: string, cause: string): void {
    refusePolicy(title, { variables, validations: [{ expression }] }, [`validations[0].expression: ${cause}`]);
  }

  refuseValidation(
    "a variable has the type of its expression",
    "variables.limits == ['a']",
    notCompiled(
      "variables.limits == ['a']",
      18,
      "found no matching overload for '_==_' applied to '(list(int), list(string))'",
    ),
  );

  refuseValidation(
    "a variable with a type of a library has the type dyn",
    "variables.size",
    'Invalid value: "variables.size": must evaluate to bool but got dyn',
  );

  refusePolicy(
    "a variable with the name of a reserved word is used without underscores",
    { variables: [{ name: "__namespace__", expression: "'a'" }], validations: [{ expression: "variables.namespace" }] },
    ['validations[0].expression: Invalid value: "variables.namespace": must evaluate to bool but got string'],
  );

  refuseValidation(
    "an unknown variable is rejected",
    "variables.other == 1",
    notCompiled("variables.other == 1", 10, "undefined field 'other'"),
  );

  refusePolicy(
    "a policy without variables has no variables",
    { validations: [{ expression: "variables.limit == 5" }] },
    [`validations[0].expression: ${notCompiled("variables.limit == 5", 1, undeclared("variables"))}`],
  );

  refusePolicy(
    "match conditions cannot use variables",
    { variables, matchConditions: [{ name: "a", expression: "variables.limit == 5" }] },
    [`matchConditions[0].expression: ${notCompiled("variables.limit == 5", 1, undeclared("variables"))}`],
  );

  refusePolicy(
    "[CelErrors#1] variables that use themselves or later ones are rejected, and have the type dyn",
    {
      variables: [
        { name: "first", expression: "variables.second" },
        { name: "second", expression: "variables.second + 1" },
      ],
      validations: [{ expression: "variables.first == 'a' && variables.second == 'b'" }],
    },
    [
      `variables[0].expression: ${notCompiled("variables.second", 10, "undefined field 'second'")}`,
      `variables[1].expression: ${notCompiled("variables.second + 1", 10, "undefined field 'second'")}`,
    ],
  );

  refusePolicy(
    "the errors of variables are sorted by variable",
    {
      variables: [
        { name: "a-b", expression: "x" },
        { name: "", expression: "y" },
      ],
    },
    [
      'variables[0].name: Invalid value: "a-b": name is not a valid CEL identifier',
      `variables[0].expression: ${notCompiled("x", 1, undeclared("x"))}`,
      "variables[1].name: Required value: name is not specified",
      `variables[1].expression: ${notCompiled("y", 1, undeclared("y"))}`,
    ],
  );
});

describe("the mutations of a policy", () => {
  /** @param cause with the path relative to the mutation */
  function refuse(title: string, mutation: object, causes: readonly Cause[]): void {
    mutatingPolicies.create(
      title,
      ({ spec }) => void (spec.mutations = [mutation]),
      causes.map((cause) => `spec.mutations[0].${String(cause)}`),
    );
  }

  const patch = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });
  const apply = (expression: string): object => ({
    patchType: "ApplyConfiguration",
    applyConfiguration: { expression },
  });

  refuse("[CelErrors#2] a JSON patch whose result is an empty list of any type is rejected", patch("[]"), [
    'jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn)',
  ]);

  refuse("a JSON patch whose operation is an integer is rejected", patch("[JSONPatch{op: 1}]"), [
    `jsonPatch.expression: ${notCompiled(
      "[JSONPatch{op: 1}]",
      14,
      "expected type of field 'op' is 'string' but provided type is 'int'",
    )}`,
  ]);

  refuse("[CelErrors#2] an apply whose result is a part of the object is rejected", apply("Object.spec{}"), [
    'applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec',
  ]);

  refuse("a mutation cannot use variables that the policy does not have", apply("Object{a: variables.a}"), [
    `applyConfiguration.expression: ${notCompiled("Object{a: variables.a}", 20, "undefined field 'a'")}`,
  ]);

  mutatingPolicies.create(
    "variables of mutating policies cannot create patches",
    ({ spec }) => void (spec.variables = [{ name: "a", expression: "Object{}" }]),
    [`spec.variables[0].expression: ${notCompiled("Object{}", 7, undeclared("Object"))}`],
  );

  mutatingPolicies.accepts("mutations can create patches of all parts of the object", ({ spec }) => {
    Object.assign(spec, {
      paramKind,
      variables: [{ name: "key", expression: "'example.com/a'" }],
      mutations: [
        apply("Object{spec: Object.spec{template: Object.spec.template{x: params.x}, ?paused: object.?paused}}"),
        patch("[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey(variables.key), value: 'b'}]"),
        patch("object.spec.containers.map(c, JSONPatch{op: 'test', path: c.name, value: Object.spec{a: 1}})"),
      ],
    });
  });

  mutatingPolicies.update("a changed mutation is compiled", {
    change: ({ spec }) => void (spec.mutations = [patch("1")]),
    causes: [
      'spec.mutations[0].jsonPatch.expression: Invalid value: "1": must evaluate to list(JSONPatch) but got int',
    ],
  });
});
