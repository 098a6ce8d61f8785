import { describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--runtime-config=admissionregistration.orch.io/v1alpha1=true"]);
const group = "/apis/admissionregistration.orch.io";

const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const qualifiedName =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };
const matchConstraints = { resourceRules: [rule] };
const policies = new Refusals(server, `${group}/v1/validatingadmissionpolicies`, {
  spec: { matchConstraints, validations: [{ expression: "true" }] },
});

/** Registers a case of a policy. Causes are told below its spec. */
function refuse(title: string, change: (spec: Manifest) => unknown, causes: readonly string[]): void {
  policies.create(
    title,
    ({ spec }) => void change(spec),
    causes.map((cause) => `spec.${cause}`),
  );
}

describe("a ValidatingAdmissionPolicy", () => {
  refuse("[ValidatingAdmissionPolicy#2] fails or is ignored", (spec) => void (spec.failurePolicy = "Retry"), [
    'failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"',
  ]);

  refuse("[ValidatingAdmissionPolicy#3] is about some requests", (spec) => void delete spec.matchConstraints, [
    "matchConstraints: Required value",
  ]);

  refuse("[ValidatingAdmissionPolicy#4] is about some resources", (spec) => void (spec.matchConstraints = {}), [
    "matchConstraints.resourceRules: Required value",
  ]);

  refuse(
    "[ValidatingAdmissionPolicy#5, ValidatingAdmissionPolicy#6] demands or notes something",
    (spec) => void delete spec.validations,
    [
      "validations: Required value: validations or auditAnnotations must contain at least one item",
      "auditAnnotations: Required value: validations or auditAnnotations must contain at least one item",
    ],
  );

  /** @param causes below the validation */
  function refuseValidation(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      ({ validations }) => Object.assign(validations[0], part),
      causes.map((cause) => `validations[0].${cause}`),
    );
  }

  refuseValidation("[ValidatingAdmissionPolicy#7] says what it demands", { expression: " " }, [
    "expression: Required value: expression is not specified",
  ]);

  refuseValidation("[ValidatingAdmissionPolicy#8] makes a message or none", { messageExpression: " " }, [
    'messageExpression: Invalid value: " ": must be non-empty if specified',
  ]);

  refuseValidation("[ValidatingAdmissionPolicy#9] has a message or none", { message: "  " }, [
    'message: Invalid value: "  ": message must be non-empty if specified',
  ]);

  refuseValidation("[ValidatingAdmissionPolicy#10] has a message of one line", { message: "a\nb" }, [
    'message: Invalid value: "a\\nb": message must not contain line breaks',
  ]);

  refuseValidation("[ValidatingAdmissionPolicy#12] refuses for a known reason", { reason: "Conflict" }, [
    'reason: Unsupported value: "Conflict": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
  ]);
});

describe("an annotation for the audit", () => {
  const noted = (key: string): object => ({ key, valueExpression: "'yes'" });

  policies.create(
    "[ValidatingAdmissionPolicy#13] is one of twenty at most",
    ({ spec }) => {
      spec.auditAnnotations = Array.from({ length: 21 }, (_, index) => noted(`note-${index}`));
    },
    [
      /^spec\.auditAnnotations: Invalid value: \[\]admissionregistration\.AuditAnnotation\{admissionregistration\.AuditAnnotation\{Key:"note-0", ValueExpression:"'yes'"\}, .*\}\}: must not have more than 20 auditAnnotations$/,
    ],
  );

  policies.accepts("may be one of twenty", ({ spec }) => {
    spec.auditAnnotations = Array.from({ length: 20 }, (_, index) => noted(`note-${index}`));
  });

  policies.create(
    "[ValidatingAdmissionPolicy#14] has a key that is a name below that of the policy",
    ({ metadata, spec }) => {
      metadata.name = "notes";
      spec.auditAnnotations = [noted("a b")];
    },
    [`spec.auditAnnotations[0].key: Invalid value: "notes/a b": ${qualifiedName}`],
  );

  policies.create(
    "[ValidatingAdmissionPolicy#15] belongs to a policy with a name",
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
    "[ValidatingAdmissionPolicy#16] has a value",
    (spec) => {
      spec.auditAnnotations = [{ key: "a", valueExpression: "" }];
    },
    ["auditAnnotations[0].valueExpression: Required value: valueExpression is not specified"],
  );

  refuse(
    "[ValidatingAdmissionPolicy#17] has a short expression",
    (spec) => {
      spec.auditAnnotations = [{ key: "a", valueExpression: `'${"a".repeat(5119)}'` }];
    },
    ["auditAnnotations[0].valueExpression: Required value: must not exceed 5120 bytes in length"],
  );

  policies.accepts("may have an expression of 5120 bytes", ({ spec }) => {
    spec.auditAnnotations = [{ key: "a", valueExpression: `'${"a".repeat(5118)}'` }];
  });

  refuse(
    "[ValidatingAdmissionPolicy#18] has a key of its own",
    (spec) => {
      spec.auditAnnotations = [noted("a"), noted("a")];
    },
    ['auditAnnotations[1].key: Duplicate value: "a"'],
  );
});

describe("the status of a ValidatingAdmissionPolicy", () => {
  const checked = { fieldRef: "spec.validations[0].expression", warning: "no such field" };

  for (const [id, what, part] of [
    [19, "says what is wrong with an expression", "warning"],
    [20, "says with which expression something is wrong", "fieldRef"],
  ] as const) {
    policies.update(`[ValidatingAdmissionPolicy#${id}] ${what}`, {
      subresource: "status",
      change: (policy) => {
        policy.status = { typeChecking: { expressionWarnings: [{ ...checked, [part]: "" }] } };
      },
      causes: [`status.typeChecking.expressionWarnings[0].${part}: Required value`],
    });
  }
});

describe("the kind of a policy's parameters", () => {
  const paramKind = { apiVersion: "rules.example.com/v1", kind: "Limit" };

  /** @param causes below the kind of parameters */
  function refuseKind(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      (spec) => {
        spec.paramKind = { ...paramKind, ...part };
      },
      causes.map((cause) => `paramKind.${cause}`),
    );
  }

  policies.accepts("may be any", ({ spec }) => {
    spec.paramKind = paramKind;
  });

  refuseKind("[ParamKind#1] has a version", { apiVersion: "" }, ["apiVersion: Required value"]);

  refuseKind("[ParamKind#2] has one group and version", { apiVersion: "a/b/v1" }, [
    'apiVersion: Invalid value: "a/b/v1": unexpected GroupVersion string: a/b/v1',
  ]);

  refuseKind("[ParamKind#3] has a group that is a domain", { apiVersion: "Rules/v1" }, [
    `apiVersion: Invalid value: "Rules": ${subdomain}`,
  ]);

  refuseKind("[ParamKind#4] has a version in its group", { apiVersion: "rules/" }, [
    'apiVersion: Invalid value: "rules/": version must be specified',
  ]);

  refuseKind("[ParamKind#5] has a version that is a label", { apiVersion: "rules/1" }, [
    `apiVersion: Invalid value: "1": ${label}`,
  ]);

  refuseKind("[ParamKind#6] has a name", { kind: "" }, ["kind: Required value"]);

  refuseKind("[ParamKind#7] has a name that is a label but for its case", { kind: "Limit_A" }, [
    `kind: Invalid value: "Limit_A": may have mixed case, but should otherwise match: ${label}`,
  ]);
});

describe("the requests that a policy is about", () => {
  refuse(
    "[MatchResources#2] match exactly or not",
    ({ matchConstraints }) => {
      matchConstraints.matchPolicy = "Loose";
    },
    ['matchConstraints.matchPolicy: Unsupported value: "Loose": supported values: "Equivalent", "Exact"'],
  );

  refuse(
    "[NamedRuleWithOperations#1] are about objects that can be asked for",
    ({ matchConstraints }) => {
      matchConstraints.resourceRules[0].resourceNames = ["a/b"];
    },
    [`matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain '/'`],
  );

  refuse(
    "[NamedRuleWithOperations#2] name each object once",
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
    "[Variables#1] has a name",
    { name: "", expression: "1" },
    "name: Required value: name is not specified",
  );

  refuseVariable(
    "[Variables#2] has a name that expressions can use",
    { name: "a-b", expression: "1" },
    'name: Invalid value: "a-b": name is not a valid CEL identifier',
  );

  refuseVariable(
    "[Variables#3] stands for something",
    { name: "a", expression: "" },
    "expression: Required value: expression is not specified",
  );
});

describe("a ValidatingAdmissionPolicyBinding", () => {
  const bindings = new Refusals(server, `${group}/v1/validatingadmissionpolicybindings`, {
    spec: { policyName: "pods", validationActions: ["Deny"] },
  });

  /** @param causes below the spec */
  function refuseBinding(title: string, part: object, causes: readonly string[]): void {
    bindings.create(
      title,
      ({ spec }) => void Object.assign(spec, part),
      causes.map((cause) => `spec.${cause}`),
    );
  }

  refuseBinding("[ValidatingAdmissionPolicyBinding#1] names a policy", { policyName: "" }, [
    "policyName: Required value",
  ]);

  refuseBinding("[ValidatingAdmissionPolicyBinding#2] names a policy that there can be", { policyName: "Pods" }, [
    `policyName: Invalid value: "Pods": ${subdomain}`,
  ]);

  refuseBinding("[ValidatingAdmissionPolicyBinding#4] has effects that there are", { validationActions: ["Log"] }, [
    'validationActions[0]: Unsupported value: "Log": supported values: "Audit", "Deny", "Warn"',
  ]);

  refuseBinding("[ValidatingAdmissionPolicyBinding#5] has each effect once", { validationActions: ["Deny", "Deny"] }, [
    'validationActions[1]: Duplicate value: "Deny"',
  ]);

  refuseBinding("[ValidatingAdmissionPolicyBinding#6] refuses or warns", { validationActions: ["Warn", "Deny"] }, [
    `validationActions: Invalid value: []admissionregistration.ValidationAction{"Warn", "Deny"}: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)`,
  ]);

  refuseBinding("[ValidatingAdmissionPolicyBinding#7] has some effect", { validationActions: [] }, [
    "validationActions: Required value: at least one validation action is required",
  ]);

  const paramRef = { name: "limits", parameterNotFoundAction: "Deny" };

  refuseBinding("[ParamRef#1] names parameters that can be asked for", { paramRef: { ...paramRef, name: "a%b" } }, [
    `paramRef.name: Invalid value: "a%b": may not contain '%'`,
  ]);

  refuseBinding(
    "[ParamRef#2, ParamRef#3] names its parameters or selects them",
    { paramRef: { ...paramRef, selector: {} } },
    [
      "paramRef.name: Forbidden: name and selector are mutually exclusive",
      "paramRef.selector: Forbidden: name and selector are mutually exclusive",
    ],
  );

  refuseBinding("[ParamRef#4] has parameters", { paramRef: { parameterNotFoundAction: "Deny" } }, [
    "paramRef: Required value: one of name or selector must be specified",
  ]);

  refuseBinding("[ParamRef#5] says what to do without parameters", { paramRef: { name: "limits" } }, [
    "paramRef.parameterNotFoundAction: Required value",
  ]);

  refuseBinding(
    "[ParamRef#6] lets pass or refuses without parameters",
    { paramRef: { ...paramRef, parameterNotFoundAction: "Wait" } },
    ['paramRef.parameterNotFoundAction: Unsupported value: "Wait": supported values: "Deny", "Allow"'],
  );

  bindings.accepts("may select all parameters", ({ spec }) => {
    spec.paramRef = { selector: {}, parameterNotFoundAction: "Allow" };
  });
});

describe("a MutatingAdmissionPolicy", () => {
  const expression = "[]";
  const mutating = new Refusals(server, `${group}/v1alpha1/mutatingadmissionpolicies`, {
    spec: {
      matchConstraints,
      mutations: [{ patchType: "JSONPatch", jsonPatch: { expression } }],
      reinvocationPolicy: "Never",
    },
  });

  /** @param causes below the spec */
  function refuseMutating(title: string, part: object, causes: readonly string[]): void {
    mutating.create(
      title,
      ({ spec }) => void Object.assign(spec, part),
      causes.map((cause) => `spec.${cause}`),
    );
  }

  refuseMutating("[MutatingAdmissionPolicy#2] fails or is ignored", { failurePolicy: "Retry" }, [
    'failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"',
  ]);

  refuseMutating("[MutatingAdmissionPolicy#3] is about some requests", { matchConstraints: null }, [
    "matchConstraints: Required value",
  ]);

  refuseMutating("[MutatingAdmissionPolicy#4] is about some resources", { matchConstraints: {} }, [
    "matchConstraints.resourceRules: Required value",
  ]);

  refuseMutating(
    "[MutatingAdmissionPolicy#5] is about no deletions",
    { matchConstraints: { resourceRules: [rule, { ...rule, operations: ["UPDATE", "DELETE"] }] } },
    [
      'matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  );

  refuseMutating("[MutatingAdmissionPolicy#6] changes something", { mutations: [] }, [
    "mutations: Required value: mutations must contain at least one item",
  ]);

  /** @param causes below the mutation */
  function refuseMutation(title: string, mutation: object, causes: readonly string[]): void {
    refuseMutating(
      title,
      { mutations: [mutation] },
      causes.map((cause) => `mutations[0].${cause}`),
    );
  }

  refuseMutation("[MutatingAdmissionPolicy#7] says how", { jsonPatch: { expression } }, ["patchType: Required value"]);

  refuseMutation("[MutatingAdmissionPolicy#8] has the patch that it speaks of", { patchType: "JSONPatch" }, [
    "jsonPatch: Required value: must be specified when patchType is JSONPatch",
  ]);

  const both = { jsonPatch: { expression }, applyConfiguration: { expression } };

  refuseMutation("[MutatingAdmissionPolicy#9] has no fields beside a patch", { patchType: "JSONPatch", ...both }, [
    'applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch',
  ]);

  refuseMutation("[MutatingAdmissionPolicy#10] has the fields that it speaks of", { patchType: "ApplyConfiguration" }, [
    "applyConfiguration: Required value: must be specified when patchType is ApplyConfiguration",
  ]);

  refuseMutation(
    "[MutatingAdmissionPolicy#11] has no patch beside fields",
    { patchType: "ApplyConfiguration", ...both },
    ['jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration'],
  );

  refuseMutation(
    "is told of its own member before the other one",
    { patchType: "ApplyConfiguration", applyConfiguration: {}, jsonPatch: { expression } },
    [
      "applyConfiguration.expression: Required value",
      'jsonPatch: Invalid value: "{jsonPatch}": must not be specified when patchType is ApplyConfiguration',
    ],
  );

  refuseMutation("[MutatingAdmissionPolicy#12] knows how", { patchType: "Merge", ...both }, [
    'patchType: Unsupported value: "Merge": supported values: "ApplyConfiguration", "JSONPatch"',
  ]);

  refuseMutation(
    "[MutatingAdmissionPolicy#13] says what it changes",
    { patchType: "JSONPatch", jsonPatch: { expression: "" } },
    ["jsonPatch.expression: Required value"],
  );

  refuseMutating("[MutatingAdmissionPolicy#14] says whether it is applied again", { reinvocationPolicy: "" }, [
    "reinvocationPolicy: Required value",
  ]);

  refuseMutating(
    "[MutatingAdmissionPolicy#15] is applied again never, or if need be",
    { reinvocationPolicy: "Often" },
    ['reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"'],
  );

  mutating.accepts("may be about all operations", ({ spec }) => {
    spec.matchConstraints.resourceRules[0].operations = ["*"];
  });
});

describe("a MutatingAdmissionPolicyBinding", () => {
  const bindings = new Refusals(server, `${group}/v1alpha1/mutatingadmissionpolicybindings`, {
    spec: { policyName: "pods" },
  });

  bindings.create("[MutatingAdmissionPolicyBinding#1] names a policy", ({ spec }) => void delete spec.policyName, [
    "spec.policyName: Required value",
  ]);

  bindings.create(
    "[MutatingAdmissionPolicyBinding#2] names a policy that there can be",
    ({ spec }) => void (spec.policyName = "Pods"),
    [`spec.policyName: Invalid value: "Pods": ${subdomain}`],
  );

  bindings.create(
    "[MutatingAdmissionPolicyBinding#3] is about no deletions",
    ({ spec }) => {
      spec.matchResources = { resourceRules: [{ ...rule, operations: ["DELETE"] }] };
    },
    [
      'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
    ],
  );
});
