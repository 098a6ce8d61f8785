import { describe } from "vitest";
import { notDns1035Label, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--runtime-config=admissionregistration.orch.io/v1alpha1=true"]);
const group = "/apis/admissionregistration.orch.io";

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const matchConstraints = { resourceRules: [rule] };
const policies = new Refusals(server, `${group}/v1/validatingadmissionpolicies`, {
  spec: { matchConstraints, validations: [{ expression: "true" }] },
});

/** Registers a test that a policy is rejected. @param causes with paths relative to the spec */
function refuse(title: string, change: (spec: Manifest) => unknown, causes: readonly string[]): void {
  policies.create(
    title,
    ({ spec }) => void change(spec),
    causes.map((cause) => `spec.${cause}`),
  );
}

describe("a ValidatingAdmissionPolicy", () => {
  refuse(
    "[ValidatingAdmissionPolicy#2] a policy with an unknown failurePolicy is rejected",
    (spec) => void (spec.failurePolicy = "Retry"),
    ['failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"'],
  );

  refuse(
    "[ValidatingAdmissionPolicy#3] a policy without matchConstraints is rejected",
    (spec) => void delete spec.matchConstraints,
    ["matchConstraints: Required value"],
  );

  refuse(
    "[ValidatingAdmissionPolicy#4] a policy without resourceRules is rejected",
    (spec) => void (spec.matchConstraints = {}),
    ["matchConstraints.resourceRules: Required value"],
  );

  refuse(
    "[ValidatingAdmissionPolicy#5, ValidatingAdmissionPolicy#6] a policy with neither validations nor auditAnnotations is rejected",
    (spec) => void delete spec.validations,
    [
      "validations: Required value: validations or auditAnnotations must contain at least one item",
      "auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
    ],
  );

  /** @param causes with paths relative to the validation */
  function refuseValidation(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      ({ validations }) => Object.assign(validations[0], part),
      causes.map((cause) => `validations[0].${cause}`),
    );
  }

  refuseValidation(
    "[ValidatingAdmissionPolicy#7] a validation with a blank expression is rejected",
    { expression: " " },
    ["expression: Required value: expression is not specified"],
  );

  refuseValidation(
    "[ValidatingAdmissionPolicy#8] a validation with a blank messageExpression is rejected",
    { messageExpression: " " },
    ['messageExpression: Invalid value: " ": must be non-empty if specified'],
  );

  refuseValidation("[ValidatingAdmissionPolicy#9] a validation with a blank message is rejected", { message: "  " }, [
    'message: Invalid value: "  ": message must be non-empty if specified',
  ]);

  refuseValidation(
    "[ValidatingAdmissionPolicy#10] a validation with a line break in its message is rejected",
    { message: "a\nb" },
    ['message: Invalid value: "a\\nb": message must not contain line breaks'],
  );

  refuseValidation(
    "[ValidatingAdmissionPolicy#12] a validation with an unsupported reason is rejected",
    { reason: "Conflict" },
    ['reason: Unsupported value: "Conflict": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"'],
  );
});

describe("an audit annotation", () => {
  const noted = (key: string): object => ({ key, valueExpression: "'yes'" });

  policies.create(
    "[ValidatingAdmissionPolicy#13] a policy with 21 auditAnnotations is rejected",
    ({ spec }) => {
      spec.auditAnnotations = Array.from({ length: 21 }, (_, index) => noted(`note-${index}`));
    },
    [
      /^spec\.auditAnnotations: Invalid value: \[\]admissionregistration\.AuditAnnotation\{admissionregistration\.AuditAnnotation\{Key:"note-0", ValueExpression:"'yes'"\}, .*\}\}: must not have more than 20 auditAnnotations$/,
    ],
  );

  policies.accepts("a policy with 20 auditAnnotations is accepted", ({ spec }) => {
    spec.auditAnnotations = Array.from({ length: 20 }, (_, index) => noted(`note-${index}`));
  });

  policies.create(
    "[ValidatingAdmissionPolicy#14] an audit annotation whose key is no qualified name below the policy's name is rejected",
    ({ metadata, spec }) => {
      metadata.name = "notes";
      spec.auditAnnotations = [noted("a b")];
    },
    [`spec.auditAnnotations[0].key: Invalid value: "notes/a b": ${notQualifiedName}`],
  );

  policies.create(
    "[ValidatingAdmissionPolicy#15] an audit annotation in a policy without a name is rejected",
    ({ metadata, spec }) => {
      delete metadata.name;
      spec.auditAnnotations = [noted("a")];
    },
    [
      "metadata.name: Required value: name or generateName is required",
      'spec.auditAnnotations[0].key: Invalid value: "a": requires metadata.name be non-empty',
    ],
  );

  refuse(
    "[ValidatingAdmissionPolicy#16] an audit annotation with an empty valueExpression is rejected",
    (spec) => {
      spec.auditAnnotations = [{ key: "a", valueExpression: "" }];
    },
    ["auditAnnotations[0].valueExpression: Required value: valueExpression is not specified"],
  );

  refuse(
    "[ValidatingAdmissionPolicy#17] an audit annotation with a valueExpression of more than 5120 bytes is rejected",
    (spec) => {
      spec.auditAnnotations = [{ key: "a", valueExpression: `'${"a".repeat(5119)}'` }];
    },
    ["auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length"],
  );

  policies.accepts("an audit annotation with a valueExpression of 5120 bytes is accepted", ({ spec }) => {
    spec.auditAnnotations = [{ key: "a", valueExpression: `'${"a".repeat(5118)}'` }];
  });

  refuse(
    "[ValidatingAdmissionPolicy#18] two audit annotations with the same key are rejected",
    (spec) => {
      spec.auditAnnotations = [noted("a"), noted("a")];
    },
    ['auditAnnotations[1].key: Duplicate value: "a"'],
  );
});

describe("the status of a ValidatingAdmissionPolicy", () => {
  const checked = { fieldRef: "spec.validations[0].expression", warning: "no such field" };

  for (const [id, what, part] of [
    [19, "an expression warning without a warning is rejected", "warning"],
    [20, "an expression warning without a fieldRef is rejected", "fieldRef"],
  ] as const) {
    policies.update(`[ValidatingAdmissionPolicy#${id}] ${what}`, {
      subresource: "status",
      change: (policy) => {
        policy.status = { typeChecking: { expressionWarnings: [{ ...checked, [part]: "" }] } };
      },
      causes: [`status.typeChecking.expressionWarnings[0].${part}: Required value`],
    });
  }

  // The texts were read from the reference with `npm run compare -- rejections`.
  for (const [fieldRef, fault] of [
    ["/abs/path", "unrecognized character in action: U+002F '/'"],
    ["{", "unrecognized character in action: U+007B '{'"],
    ["....", "invalid multiple recursive descent"],
    ["a[", "unterminated array"],
    ["a[x]", "invalid array index x"],
    ["[?(@.a", "unterminated filter"],
    ["[?(@.a)", "unclosed array expect ]"],
    ["[?(@.a==)]", "unrecognized character in action: U+003D '='"],
    ['"a', "unterminated quoted string"],
    ['"a\\q"', String.raw`unquote string "a\q" error invalid syntax`],
  ] as const) {
    policies.update(
      `[ValidatingAdmissionPolicy#21] an expression warning whose fieldRef is ${JSON.stringify(fieldRef)} is rejected`,
      {
        subresource: "status",
        change: (policy) => {
          policy.status = { typeChecking: { expressionWarnings: [{ ...checked, fieldRef }] } };
        },
        causes: [
          `status.typeChecking.expressionWarnings[0].fieldRef: Invalid value: ${JSON.stringify(fieldRef)}: invalid JSONPath: ${fault}`,
        ],
      },
    );
  }
});

describe("the kind of a policy's parameters", () => {
  const paramKind = { apiVersion: "rules.example.com/v1", kind: "Limit" };

  /** @param causes with paths relative to paramKind */
  function refuseKind(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      (spec) => {
        spec.paramKind = { ...paramKind, ...part };
      },
      causes.map((cause) => `paramKind.${cause}`),
    );
  }

  policies.accepts("a policy with a paramKind is accepted", ({ spec }) => {
    spec.paramKind = paramKind;
  });

  refuseKind("[ParamKind#1] a paramKind without an apiVersion is rejected", { apiVersion: "" }, [
    "apiVersion: Required value",
  ]);

  refuseKind("[ParamKind#2] a paramKind whose apiVersion has three parts is rejected", { apiVersion: "a/b/v1" }, [
    'apiVersion: Invalid value: "a/b/v1": unexpected GroupVersion string: a/b/v1',
  ]);

  refuseKind("[ParamKind#3] a paramKind whose group is no DNS subdomain is rejected", { apiVersion: "Rules/v1" }, [
    `apiVersion: Invalid value: "Rules": ${notSubdomain}`,
  ]);

  refuseKind("[ParamKind#4] a paramKind whose apiVersion lacks the version is rejected", { apiVersion: "rules/" }, [
    'apiVersion: Invalid value: "rules/": version must be specified',
  ]);

  refuseKind("[ParamKind#5] a paramKind whose version is no DNS label is rejected", { apiVersion: "rules/1" }, [
    `apiVersion: Invalid value: "1": ${notDns1035Label}`,
  ]);

  refuseKind("[ParamKind#6] a paramKind without a kind is rejected", { kind: "" }, ["kind: Required value"]);

  refuseKind("[ParamKind#7] a paramKind whose kind contains an underscore is rejected", { kind: "Limit_A" }, [
    `kind: Invalid value: "Limit_A": may have mixed case, but should otherwise match: ${notDns1035Label}`,
  ]);
});

describe("the requests that a policy is about", () => {
  refuse(
    "[MatchResources#2] matchConstraints with an unknown matchPolicy are rejected",
    ({ matchConstraints }) => {
      matchConstraints.matchPolicy = "Loose";
    },
    ['matchConstraints.matchPolicy: Unsupported value: "Loose": supported values: "Equivalent", "Exact"'],
  );

  refuse(
    "[NamedRuleWithOperations#1] a resource rule with a slash in a resource name is rejected",
    ({ matchConstraints }) => {
      matchConstraints.resourceRules[0].resourceNames = ["a/b"];
    },
    [`matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain '/'`],
  );

  refuse(
    "[NamedRuleWithOperations#2] a resource rule with a repeated resource name is rejected",
    ({ matchConstraints }) => {
      matchConstraints.excludeResourceRules = [{ ...rule, resourceNames: ["a", "b", "a"] }];
    },
    ['matchConstraints.excludeResourceRules[0].resourceNames[2]: Duplicate value: "a"'],
  );
});

describe("a variable of a policy", () => {
  const refuseVariable = (title: string, variable: object, cause: string): void =>
    refuse(title, (spec) => void (spec.variables = [variable]), [`variables[0].${cause}`]);

  refuseVariable(
    "[Variables#1] a variable without a name is rejected",
    { name: "", expression: "1" },
    "name: Required value: name is not specified",
  );

  refuseVariable(
    "[Variables#2] a variable whose name is no CEL identifier is rejected",
    { name: "a-b", expression: "1" },
    'name: Invalid value: "a-b": name is not a valid CEL identifier',
  );

  refuseVariable(
    "[Variables#3] a variable without an expression is rejected",
    { name: "a", expression: "" },
    "expression: Required value: expression is not specified",
  );
});

describe("a ValidatingAdmissionPolicyBinding", () => {
  const bindings = new Refusals(server, `${group}/v1/validatingadmissionpolicybindings`, {
    spec: { policyName: "pods", validationActions: ["Deny"] },
  });

  /** @param causes with paths relative to the spec */
  function refuseBinding(title: string, part: object, causes: readonly string[]): void {
    bindings.create(
      title,
      ({ spec }) => void Object.assign(spec, part),
      causes.map((cause) => `spec.${cause}`),
    );
  }

  refuseBinding("[ValidatingAdmissionPolicyBinding#1] a binding without a policyName is rejected", { policyName: "" }, [
    "policyName: Required value",
  ]);

  refuseBinding(
    "[ValidatingAdmissionPolicyBinding#2] a binding whose policyName is no DNS subdomain is rejected",
    { policyName: "Pods" },
    [`policyName: Invalid value: "Pods": ${notSubdomain}`],
  );

  refuseBinding(
    "[ValidatingAdmissionPolicyBinding#4] a binding with an unknown validation action is rejected",
    { validationActions: ["Log"] },
    ['validationActions[0]: Unsupported value: "Log": supported values: "Audit", "Deny", "Warn"'],
  );

  refuseBinding(
    "[ValidatingAdmissionPolicyBinding#5] a binding with a repeated validation action is rejected",
    { validationActions: ["Deny", "Deny"] },
    ['validationActions[1]: Duplicate value: "Deny"'],
  );

  refuseBinding(
    "[ValidatingAdmissionPolicyBinding#6] a binding with the actions Deny and Warn is rejected",
    { validationActions: ["Warn", "Deny"] },
    [
      `validationActions: Invalid value: []admissionregistration.ValidationAction{"Warn", "Deny"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)`,
    ],
  );

  refuseBinding(
    "[ValidatingAdmissionPolicyBinding#7] a binding without validation actions is rejected",
    { validationActions: [] },
    ["validationActions: Required value: at least one validation action is required"],
  );

  const paramRef = { name: "limits", parameterNotFoundAction: "Deny" };

  refuseBinding(
    "[ParamRef#1] a paramRef with a percent sign in its name is rejected",
    { paramRef: { ...paramRef, name: "a%b" } },
    [`paramRef.name: Invalid value: "a%b": may not contain '%'`],
  );

  refuseBinding(
    "[ParamRef#2, ParamRef#3] a paramRef with both name and selector is rejected",
    { paramRef: { ...paramRef, selector: {} } },
    [
      "paramRef.name: Forbidden: name and selector are mutually exclusive",
      "paramRef.selector: Forbidden: name and selector are mutually exclusive",
    ],
  );

  refuseBinding(
    "[ParamRef#4] a paramRef with neither name nor selector is rejected",
    { paramRef: { parameterNotFoundAction: "Deny" } },
    ["paramRef: Required value: one of name or selector must be specified"],
  );

  refuseBinding(
    "[ParamRef#5] a paramRef without a parameterNotFoundAction is rejected",
    { paramRef: { name: "limits" } },
    ["paramRef.parameterNotFoundAction: Required value"],
  );

  refuseBinding(
    "[ParamRef#6] a paramRef with an unknown parameterNotFoundAction is rejected",
    { paramRef: { ...paramRef, parameterNotFoundAction: "Wait" } },
    ['paramRef.parameterNotFoundAction: Unsupported value: "Wait": supported values: "Deny", "Allow"'],
  );

  bindings.accepts("a paramRef with an empty selector is accepted", ({ spec }) => {
    spec.paramRef = { selector: {}, parameterNotFoundAction: "Allow" };
  });
});

describe("a MutatingAdmissionPolicy", () => {
  const jsonPatch = { expression: "[JSONPatch{op: 'remove', path: '/spec/paused'}]" };
  const applyConfiguration = { expression: "Object{spec: Object.spec{replicas: 1}}" };
  const mutating = new Refusals(server, `${group}/v1alpha1/mutatingadmissionpolicies`, {
    spec: {
      matchConstraints,
      mutations: [{ patchType: "JSONPatch", jsonPatch }],
      reinvocationPolicy: "Never",
    },
  });

  /** @param causes with paths relative to the spec */
  function refuseMutating(title: string, part: object, causes: readonly string[]): void {
    mutating.create(
      title,
      ({ spec }) => void Object.assign(spec, part),
      causes.map((cause) => `spec.${cause}`),
    );
  }

  refuseMutating(
    "[MutatingAdmissionPolicy#2] a mutating policy with an unknown failurePolicy is rejected",
    { failurePolicy: "Retry" },
    ['failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"'],
  );

  refuseMutating(
    "[MutatingAdmissionPolicy#3] a mutating policy without matchConstraints is rejected",
    { matchConstraints: null },
    ["matchConstraints: Required value"],
  );

  refuseMutating(
    "[MutatingAdmissionPolicy#4] a mutating policy without resourceRules is rejected",
    { matchConstraints: {} },
    ["matchConstraints.resourceRules: Required value"],
  );

  refuseMutating(
    "[MutatingAdmissionPolicy#5] a mutating policy for DELETE is rejected",
    { matchConstraints: { resourceRules: [rule, { ...rule, operations: ["UPDATE", "DELETE"] }] } },
    [
      'matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  );

  refuseMutating("[MutatingAdmissionPolicy#6] a mutating policy without mutations is rejected", { mutations: [] }, [
    "mutations: Required value: mutations must contain at least one item",
  ]);

  /** @param causes with paths relative to the mutation */
  function refuseMutation(title: string, mutation: object, causes: readonly string[]): void {
    refuseMutating(
      title,
      { mutations: [mutation] },
      causes.map((cause) => `mutations[0].${cause}`),
    );
  }

  refuseMutation("[MutatingAdmissionPolicy#7] a mutation without a patchType is rejected", { jsonPatch }, [
    "patchType: Required value",
  ]);

  refuseMutation(
    "[MutatingAdmissionPolicy#8] a mutation of patchType JSONPatch without a jsonPatch is rejected",
    { patchType: "JSONPatch" },
    ["jsonPatch: Required value: must be specified when patchType is JSONPatch"],
  );

  const both = { jsonPatch, applyConfiguration };

  refuseMutation(
    "[MutatingAdmissionPolicy#9] a mutation of patchType JSONPatch with an applyConfiguration is rejected",
    { patchType: "JSONPatch", ...both },
    ['applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch'],
  );

  refuseMutation(
    "[MutatingAdmissionPolicy#10] a mutation of patchType ApplyConfiguration without an applyConfiguration is rejected",
    { patchType: "ApplyConfiguration" },
    ["applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration"],
  );

  refuseMutation(
    "[MutatingAdmissionPolicy#11] a mutation of patchType ApplyConfiguration with a jsonPatch is rejected",
    { patchType: "ApplyConfiguration", ...both },
    ['jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration'],
  );

  refuseMutation(
    "an error in the member of the patchType precedes the error about the other member",
    { patchType: "ApplyConfiguration", applyConfiguration: {}, jsonPatch },
    [
      "applyConfiguration.expression: Required value",
      'jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
    ],
  );

  refuseMutation(
    "[MutatingAdmissionPolicy#12] a mutation with an unknown patchType is rejected",
    { patchType: "Merge", ...both },
    ['patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"'],
  );

  refuseMutation(
    "[MutatingAdmissionPolicy#13] a mutation with an empty expression is rejected",
    { patchType: "JSONPatch", jsonPatch: { expression: "" } },
    ["jsonPatch.expression: Required value"],
  );

  refuseMutating(
    "[MutatingAdmissionPolicy#14] a mutating policy without a reinvocationPolicy is rejected",
    { reinvocationPolicy: "" },
    ["reinvocationPolicy: Required value"],
  );

  refuseMutating(
    "[MutatingAdmissionPolicy#15] a mutating policy with an unknown reinvocationPolicy is rejected",
    { reinvocationPolicy: "Often" },
    ['reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"'],
  );

  mutating.accepts("a mutating policy for all operations is accepted", ({ spec }) => {
    spec.matchConstraints.resourceRules[0].operations = ["*"];
  });
});

describe("a MutatingAdmissionPolicyBinding", () => {
  const bindings = new Refusals(server, `${group}/v1alpha1/mutatingadmissionpolicybindings`, {
    spec: { policyName: "pods" },
  });

  bindings.create(
    "[MutatingAdmissionPolicyBinding#1] a mutating policy binding without a policyName is rejected",
    ({ spec }) => void delete spec.policyName,
    ["spec.policyName: Required value"],
  );

  bindings.create(
    "[MutatingAdmissionPolicyBinding#2] a mutating policy binding whose policyName is no DNS subdomain is rejected",
    ({ spec }) => void (spec.policyName = "Pods"),
    [`spec.policyName: Invalid value: "Pods": ${notSubdomain}`],
  );

  bindings.create(
    "[MutatingAdmissionPolicyBinding#3] a mutating policy binding for DELETE is rejected",
    ({ spec }) => {
      spec.matchResources = { resourceRules: [{ ...rule, operations: ["DELETE"] }] };
    },
    [
      'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  );
});
