import { describe } from "vitest";
import { type Cause, type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const api = "/apis/admissionregistration.orch.io/v1";

const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const qualifiedName =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const webhook = {
  name: "images.shop.example.com",
  clientConfig: { url: "https://hooks.example.com/images" },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
};

const configurations = new Refusals(server, `${api}/validatingwebhookconfigurations`, { webhooks: [webhook] });

/** Registers a case of a webhook. Causes are told below it. */
function refuse(title: string, change: (webhook: Manifest) => unknown, causes: readonly Cause[]): void {
  configurations.create(
    title,
    ({ webhooks }) => void change(webhooks[0]),
    causes.map((cause) => `webhooks[0].${cause as string}`),
  );
}

describe("a webhook", () => {
  refuse("[Webhook#1] has a name of three parts", (one) => void (one.name = "images.shop"), [
    'name: Invalid value: "images.shop": should be a domain with at least three segments separated by dots',
  ]);

  refuse("[Webhook#2] fails or is ignored", (one) => void (one.failurePolicy = "Retry"), [
    'failurePolicy: Unsupported value: "Retry": supported values: "Fail", "Ignore"',
  ]);

  refuse("[Webhook#3] matches exactly or not", (one) => void (one.matchPolicy = "Loose"), [
    'matchPolicy: Unsupported value: "Loose": supported values: "Equivalent", "Exact"',
  ]);

  refuse("[Webhook#4] tells its side effects", (one) => void delete one.sideEffects, [
    "sideEffects: Required value: must specify one of None, NoneOnDryRun",
  ]);

  refuse("[Webhook#5] has no side effects", (one) => void (one.sideEffects = "Some"), [
    'sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
  ]);

  refuse("[Webhook#7] answers soon", (one) => void (one.timeoutSeconds = 31), [
    "timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
  ]);

  configurations.accepts("may take half a minute", ({ webhooks }) => {
    webhooks[0].timeoutSeconds = 30;
  });

  refuse("[Webhook#8] understands some review", (one) => void (one.admissionReviewVersions = []), [
    "admissionReviewVersions: Required value: must specify one of v1, v1beta1",
  ]);

  refuse(
    "[Webhook#9] names each version of reviews once",
    (one) => void (one.admissionReviewVersions = ["v1", "v2", "v1"]),
    ['admissionReviewVersions[2]: Invalid value: "v1": duplicate version'],
  );

  refuse("[Webhook#10] names versions of reviews", (one) => void (one.admissionReviewVersions = ["V2", "v1"]), [
    `admissionReviewVersions[0]: Invalid value: "V2": ${label}`,
  ]);

  refuse("[Webhook#11] understands a review that there is", (one) => void (one.admissionReviewVersions = ["v2"]), [
    'admissionReviewVersions: Invalid value: []string{"v2"}: must include at least one of v1, v1beta1',
  ]);

  configurations.create("[Webhook#12] has a name of its own", ({ webhooks }) => void webhooks.push({ ...webhook }), [
    'webhooks[1].name: Duplicate value: "images.shop.example.com"',
  ]);

  configurations.update("keeps to its rules when it is changed", {
    change: ({ webhooks }) => {
      webhooks[0].sideEffects = "Unknown";
    },
    causes: ['webhooks[0].sideEffects: Unsupported value: "Unknown": supported values: "None", "NoneOnDryRun"'],
  });

  new Refusals(server, `${api}/mutatingwebhookconfigurations`, { webhooks: [webhook] }).create(
    "[MutatingWebhookConfiguration#1] is asked again never, or if need be",
    ({ webhooks }) => {
      webhooks[0].reinvocationPolicy = "Always";
    },
    ['webhooks[0].reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"'],
  );
});

describe("the place of a webhook", () => {
  const service = { namespace: "shop", name: "hooks" };

  refuse("[WebhookClientConfig#1] is an address or a Service", (one) => void (one.clientConfig.service = service), [
    "clientConfig: Required value: exactly one of url or service is required",
  ]);

  refuse("[WebhookClientConfig#2] is a safe address", (one) => void (one.clientConfig.url = "http://hooks?a=b"), [
    `clientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
    'clientConfig.url: Invalid value: "a=b": query parameters are not permitted in the URL',
  ]);

  function refuseService(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      (one) => {
        one.clientConfig = { service: { ...service, ...part } };
      },
      causes.map((cause) => `clientConfig.service.${cause}`),
    );
  }

  refuseService("[WebhookClientConfig#3] is in a namespace, which clients are told of as the name", { namespace: "" }, [
    "name: Required value: service name is required",
  ]);

  refuseService("[WebhookClientConfig#4] has a name, which clients are told of as the namespace", { name: "" }, [
    "namespace: Required value: service namespace is required",
  ]);

  refuseService("[WebhookClientConfig#5] has a port", { port: 0 }, [
    "port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive",
  ]);

  refuseService("[WebhookClientConfig#6] has a path of names", { path: "/a//B" }, [
    'path: Invalid value: "/a//B": segment[1] may not be empty',
    `path: Invalid value: "/a//B": segment[2]: ${subdomain}`,
  ]);

  configurations.accepts("may be the Service alone", ({ webhooks }) => {
    webhooks[0].clientConfig = { service: { ...service, path: "/" } };
  });
});

describe("a rule", () => {
  /** @param causes below the rule */
  function refuseRule(title: string, part: object, causes: readonly string[]): void {
    refuse(
      title,
      ({ rules }) => Object.assign(rules[0], part),
      causes.map((cause) => `rules[0].${cause}`),
    );
  }

  refuseRule("[RuleWithOperations#1] is about some operation", { operations: [] }, ["operations: Required value"]);

  refuseRule("[RuleWithOperations#2] is about all operations or some", { operations: ["*", "CREATE"] }, [
    `operations: Invalid value: []admissionregistration.OperationType{"*", "CREATE"}: if '*' is present, must not specify other operations`,
  ]);

  refuseRule("[RuleWithOperations#3] is about operations that there are", { operations: ["PATCH"] }, [
    'operations[0]: Unsupported value: "PATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
  ]);

  refuseRule("[Rule#1] is about some group", { apiGroups: [] }, ["apiGroups: Required value"]);

  refuseRule("[Rule#2] is about all groups or some", { apiGroups: ["apps", "*"] }, [
    `apiGroups: Invalid value: []string{"apps", "*"}: if '*' is present, must not specify other API groups`,
  ]);

  refuseRule("[Rule#3] is about some version", { apiVersions: [] }, ["apiVersions: Required value"]);

  refuseRule("[Rule#4] is about all versions or some", { apiVersions: ["v1", "*"] }, [
    `apiVersions: Invalid value: []string{"v1", "*"}: if '*' is present, must not specify other API versions`,
  ]);

  refuseRule("[Rule#5] names its versions", { apiVersions: ["v1", ""] }, ["apiVersions[1]: Required value"]);

  refuseRule("[Rule#6] is about some resource", { resources: [] }, ["resources: Required value"]);

  refuseRule("[Rule#7] names its resources", { resources: ["", "pods"] }, ["resources[0]: Required value"]);

  refuseRule("[Rule#8] names no subresource of a resource beside all of them", { resources: ["pods/*", "pods/log"] }, [
    `resources[1]: Invalid value: "pods/log": if 'pods/*' is present, must not specify pods/log`,
  ]);

  refuseRule("[Rule#9] names no resource with a subresource beside all of them", { resources: ["*/log", "pods/log"] }, [
    `resources[1]: Invalid value: "pods/log": if '*/log' is present, must not specify pods/log`,
  ]);

  refuseRule("[Rule#10] is about everything or something", { resources: ["*/*", "pods"] }, [
    `resources: Invalid value: []string{"*/*", "pods"}: if '*/*' is present, must not specify other resources`,
  ]);

  refuseRule("[Rule#11] is about all resources or some", { resources: ["*", "pods"] }, [
    `resources: Invalid value: []string{"*", "pods"}: if '*' is present, must not specify other resources without subresources`,
  ]);

  refuseRule("[Rule#12] is about resources of namespaces, of the cluster, or all", { scope: "Node" }, [
    'scope: Unsupported value: "Node": supported values: "*", "Cluster", "Namespaced"',
  ]);

  configurations.accepts("may be about all resources and one subresource", ({ webhooks }) => {
    webhooks[0].rules[0].resources = ["*", "pods/log", "*/scale"];
  });
});

describe("a condition of a webhook", () => {
  const condition = { name: "mine", expression: "object.metadata.name == 'mine'" };

  refuse(
    "[MatchConditions#1] is one of 64 at most",
    (one) => {
      one.matchConditions = Array.from({ length: 65 }, () => condition);
    },
    ["matchConditions: Too many: 65: must have at most 64 items"],
  );

  configurations.accepts("may be one of 64", ({ webhooks }) => {
    webhooks[0].matchConditions = Array.from({ length: 64 }, (_, index) => ({ ...condition, name: `c-${index}` }));
  });

  refuse(
    "[MatchConditions#2] says something",
    (one) => {
      one.matchConditions = [{ ...condition, expression: "  " }];
    },
    ["matchConditions[0].expression: Required value"],
  );

  refuse(
    "[MatchConditions#4] has a name",
    (one) => {
      one.matchConditions = [{ ...condition, name: "" }];
    },
    ["matchConditions[0].name: Required value"],
  );

  refuse(
    "[MatchConditions#5] has a name in one word",
    (one) => {
      one.matchConditions = [{ ...condition, name: "not mine" }];
    },
    [`matchConditions[0].name: Invalid value: "not mine": ${qualifiedName}`],
  );

  refuse(
    "[MatchConditions#6] has a name of its own",
    (one) => {
      one.matchConditions = [condition, condition];
    },
    ['matchConditions[1].name: Duplicate value: "mine"'],
  );
});
