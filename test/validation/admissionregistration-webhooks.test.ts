import { describe } from "vitest";
import { notDns1035Label, notQualifiedName, notSubdomain } from "../support/format-messages.ts";
import { type Cause, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const api = "/apis/admissionregistration.orch.io/v1";

const webhook = {
  name: "images.shop.example.com",
  clientConfig: { url: "https://hooks.example.com/images" },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

const configurations = new Refusals(server, `${api}/validatingwebhookconfigurations`, { webhooks: [webhook] });

/** Registers a test that a webhook is rejected. @param causes with paths relative to the webhook */
function refuse(title: string, change: (webhook: Manifest) => unknown, causes: readonly Cause[]): void {
  configurations.create(
    title,
    ({ webhooks }) => void change(webhooks[0]),
    causes.map((cause) => `webhooks[0].${cause as string}`),
  );
}

describe("a webhook", () => {
  refuse("[Webhook#1] a webhook whose name has two segments is rejected", (one) => void (one.name = "images.shop"), [
    'name: Invalid value: "images.shop": should be a domain with at least three segments separated by dots',
  ]);

  refuse(
    "[Webhook#2] a webhook with an unknown failurePolicy is rejected",
    (one) => void (one.failurePolicy = "Retry"),
    ['failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"'],
  );

  refuse("[Webhook#3] a webhook with an unknown matchPolicy is rejected", (one) => void (one.matchPolicy = "Loose"), [
    'matchPolicy: Unsupported value: "Loose": supported values: "Equivalent", "Exact"',
  ]);

  refuse("[Webhook#4] a webhook without sideEffects is rejected", (one) => void delete one.sideEffects, [
    "sideEffects: Required value: must specify one of None, NoneOnDryRun",
  ]);

  refuse("[Webhook#5] a webhook with the sideEffects Some is rejected", (one) => void (one.sideEffects = "Some"), [
    'sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
  ]);

  refuse("[Webhook#7] a webhook with a timeout of 31 seconds is rejected", (one) => void (one.timeoutSeconds = 31), [
    "timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
  ]);

  configurations.accepts("a webhook with a timeout of 30 seconds is accepted", ({ webhooks }) => {
    webhooks[0].timeoutSeconds = 30;
  });

  refuse(
    "[Webhook#8] a webhook without admissionReviewVersions is rejected",
    (one) => void (one.admissionReviewVersions = []),
    ["admissionReviewVersions: Required value: must specify one of v1, v1beta1"],
  );

  refuse(
    "[Webhook#9] a webhook with a repeated admissionReviewVersion is rejected",
    (one) => void (one.admissionReviewVersions = ["v1", "v2", "v1"]),
    ['admissionReviewVersions[2]: Invalid value: "v1": duplicate version'],
  );

  refuse(
    "[Webhook#10] a webhook whose admissionReviewVersion is no DNS label is rejected",
    (one) => void (one.admissionReviewVersions = ["V2", "v1"]),
    [`admissionReviewVersions[0]: Invalid value: "V2": ${notDns1035Label}`],
  );

  refuse(
    "[Webhook#11] a webhook without a supported admissionReviewVersion is rejected",
    (one) => void (one.admissionReviewVersions = ["v2"]),
    ['admissionReviewVersions: Invalid value: []string{"v2"}: must include at least one of v1, v1beta1'],
  );

  configurations.create(
    "[Webhook#12] two webhooks with the same name are rejected",
    ({ webhooks }) => void webhooks.push({ ...webhook }),
    ['webhooks[1].name: Duplicate value: "images.shop.example.com"'],
  );

  configurations.update("an update of a webhook to an unsupported value of sideEffects is rejected", {
    change: ({ webhooks }) => {
      webhooks[0].sideEffects = "Unknown";
    },
    causes: ['webhooks[0].sideEffects: Unsupported value: "Unknown": supported values: "None", "NoneOnDryRun"'],
  });

  new Refusals(server, `${api}/mutatingwebhookconfigurations`, { webhooks: [webhook] }).create(
    "[MutatingWebhookConfiguration#1] a mutating webhook with an unknown reinvocationPolicy is rejected",
    ({ webhooks }) => {
      webhooks[0].reinvocationPolicy = "Always";
    },
    ['webhooks[0].reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"'],
  );
});

describe("the clientConfig of a webhook", () => {
  const service = { namespace: "shop", name: "hooks" };

  refuse(
    "[WebhookClientConfig#1] a clientConfig with both url and service is rejected",
    (one) => void (one.clientConfig.service = service),
    ["clientConfig: Required value: exactly one of url or service is required"],
  );

  refuse(
    "[WebhookClientConfig#2] a url with the scheme http or with query parameters is rejected",
    (one) => void (one.clientConfig.url = "http://hooks?a=b"),
    [
      `clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
    ],
  );

  function refuseService(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      (one) => {
        one.clientConfig = { service: { ...service, ...part } };
      },
      causes.map((cause) => `clientConfig.service.${cause}`),
    );
  }

  refuseService(
    "[WebhookClientConfig#3] a service without a namespace is rejected with an error at the path name",
    { namespace: "" },
    ["name: Required value: service name is required"],
  );

  refuseService(
    "[WebhookClientConfig#4] a service without a name is rejected with an error at the path namespace",
    { name: "" },
    ["namespace: Required value: service namespace is required"],
  );

  refuseService("[WebhookClientConfig#5] a service with port 0 is rejected", { port: 0 }, [
    "port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive",
  ]);

  refuseService(
    "[WebhookClientConfig#6] a service path with an empty or invalid segment is rejected",
    { path: "/a//B" },
    [
      'path: Invalid value: "/a//B": segment[1] may not be empty',
      `path: Invalid value: "/a//B": segment[2]: ${notSubdomain}`,
    ],
  );

  configurations.accepts("a clientConfig with only a service is accepted", ({ webhooks }) => {
    webhooks[0].clientConfig = { service: { ...service, path: "/" } };
  });
});

describe("a rule", () => {
  /** @param causes with paths relative to the rule */
  function refuseRule(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      ({ rules }) => Object.assign(rules[0], part),
      causes.map((cause) => `rules[0].${cause}`),
    );
  }

  refuseRule("[RuleWithOperations#1] a rule without operations is rejected", { operations: [] }, [
    "operations: Required value",
  ]);

  refuseRule(
    "[RuleWithOperations#2] a rule with another operation beside * is rejected",
    { operations: ["*", "CREATE"] },
    [
      `operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if '*' is present, must not specify other operations`,
    ],
  );

  refuseRule("[RuleWithOperations#3] a rule with an unknown operation is rejected", { operations: ["PATCH"] }, [
    'operations[0]: Unsupported value: "PATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
  ]);

  refuseRule("[Rule#1] a rule without apiGroups is rejected", { apiGroups: [] }, ["apiGroups: Required value"]);

  refuseRule("[Rule#2] a rule with another group beside * is rejected", { apiGroups: ["apps", "*"] }, [
    `apiGroups: Invalid value: []string{"apps", "*"}: if '*' is present, must not specify other API groups`,
  ]);

  refuseRule("[Rule#3] a rule without apiVersions is rejected", { apiVersions: [] }, ["apiVersions: Required value"]);

  refuseRule("[Rule#4] a rule with another version beside * is rejected", { apiVersions: ["v1", "*"] }, [
    `apiVersions: Invalid value: []string{"v1", "*"}: if '*' is present, must not specify other API versions`,
  ]);

  refuseRule("[Rule#5] a rule with an empty version is rejected", { apiVersions: ["v1", ""] }, [
    "apiVersions[1]: Required value",
  ]);

  refuseRule("[Rule#6] a rule without resources is rejected", { resources: [] }, ["resources: Required value"]);

  refuseRule("[Rule#7] a rule with an empty resource is rejected", { resources: ["", "pods"] }, [
    "resources[0]: Required value",
  ]);

  refuseRule("[Rule#8] a rule with pods/log beside pods/* is rejected", { resources: ["pods/*", "pods/log"] }, [
    `resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
  ]);

  refuseRule("[Rule#9] a rule with pods/log beside */log is rejected", { resources: ["*/log", "pods/log"] }, [
    `resources[1]: Invalid value: "pods/log": if '*/log' is present, must not specify pods/log`,
  ]);

  refuseRule("[Rule#10] a rule with another resource beside */* is rejected", { resources: ["*/*", "pods"] }, [
    `resources: Invalid value: []string{"*/*", "pods"}: if '*/*' is present, must not specify other resources`,
  ]);

  refuseRule("[Rule#11] a rule with another resource beside * is rejected", { resources: ["*", "pods"] }, [
    `resources: Invalid value: []string{"*", "pods"}: if '*' is present, must not specify other resources without subresources`,
  ]);

  refuseRule("[Rule#12] a rule with an unknown scope is rejected", { scope: "Node" }, [
    'scope: Unsupported value: "Node": supported values: "*", "Cluster", "Namespaced"',
  ]);

  configurations.accepts("a rule with all resources and single subresources is accepted", ({ webhooks }) => {
    webhooks[0].rules[0].resources = ["*", "pods/log", "*/scale"];
  });
});

describe("a condition of a webhook", () => {
  const condition = { name: "mine", expression: "object.metadata.name == 'mine'" };

  refuse(
    "[MatchConditions#1] a webhook with 65 match conditions is rejected",
    (one) => {
      one.matchConditions = Array.from({ length: 65 }, () => condition);
    },
    ["matchConditions: Too many: 65: must have at most 64 items"],
  );

  configurations.accepts("a webhook with 64 match conditions is accepted", ({ webhooks }) => {
    webhooks[0].matchConditions = Array.from({ length: 64 }, (_, index) => ({ ...condition, name: `c-${index}` }));
  });

  refuse(
    "[MatchConditions#2] a match condition with a blank expression is rejected",
    (one) => {
      one.matchConditions = [{ ...condition, expression: "  " }];
    },
    ["matchConditions[0].expression: Required value"],
  );

  refuse(
    "[MatchConditions#4] a match condition without a name is rejected",
    (one) => {
      one.matchConditions = [{ ...condition, name: "" }];
    },
    ["matchConditions[0].name: Required value"],
  );

  refuse(
    "[MatchConditions#5] a match condition with a space in its name is rejected",
    (one) => {
      one.matchConditions = [{ ...condition, name: "not mine" }];
    },
    [`matchConditions[0].name: Invalid value: "not mine": ${notQualifiedName}`],
  );

  refuse(
    "[MatchConditions#6] two match conditions with the same name are rejected",
    (one) => {
      one.matchConditions = [condition, condition];
    },
    ['matchConditions[1].name: Duplicate value: "mine"'],
  );
});
