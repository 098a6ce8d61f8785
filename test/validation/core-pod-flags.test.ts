import { describe } from "vitest";
import { PodRefusals, withContainer, withSpec } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const gates = [
  "PodLifecycleSleepActionAllowZero=true",
  "RelaxedDNSSearchValidation=true",
  "RelaxedEnvironmentVariableValidation=false",
];
const server = ruleServer([`--feature-gates=${gates.join(",")}`, "--allow-privileged=false"]);
const refused = new PodRefusals(server);
const { pods } = refused;

describe("a server that forbids privileged containers", () => {
  const privileged = (value: boolean): object => ({ securityContext: { privileged: value } });
  refused.container(
    "[SecurityContext#1] a privileged container is rejected if the server does not allow privileged containers",
    privileged(true),
    ["securityContext.privileged: Forbidden: disallowed by cluster policy"],
  );
  pods.accepts("a container with privileged false is accepted", withContainer(privileged(false)));
  const securityContext = { windowsOptions: { hostProcess: true } };
  refused.spec(
    "[WindowsHostProcess#4] a host process container is rejected if the server does not allow privileged containers",
    { securityContext, hostNetwork: true },
    ["spec: Forbidden: hostProcess containers are disallowed by cluster policy"],
  );
});

describe("strict names of variables", () => {
  const strict =
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not " +
    "start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is " +
    "'[-._a-zA-Z][-._a-zA-Z0-9]*')";
  refused.container(
    "[Env#3] a variable with a space in its name is rejected in strict mode",
    { env: [{ name: "a b" }] },
    [`env[0].name: Invalid value: "a b": ${strict}`],
  );
  refused.container(
    "[EnvFrom#2] an envFrom prefix that begins with a digit is rejected in strict mode",
    { envFrom: [{ prefix: "1", secretRef: { name: "a" } }] },
    [`envFrom[0].prefix: Invalid value: "1": ${strict}`],
  );
});

describe("relaxed search domains", () => {
  const searches = (...list: string[]): object => ({ dnsConfig: { searches: list } });
  pods.accepts(
    "the search paths . and _tcp.example.com are accepted with relaxed validation",
    withSpec(searches(".", "_tcp.example.com")),
  );
  refused.spec("[PodSpec#15] a search path with a capital letter is rejected with relaxed validation", searches("A"), [
    'spec.dnsConfig.searches[0]: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower case ' +
      "alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. " +
      "'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
});

describe("a sleep of zero seconds", () => {
  const sleeping = (seconds: number): object => ({ lifecycle: { preStop: { sleep: { seconds } } } });
  pods.accepts(
    "a preStop sleep of 0 seconds is accepted with PodLifecycleSleepActionAllowZero",
    withContainer(sleeping(0)),
  );
  refused.container(
    "[Handler#8] a preStop sleep longer than the grace period is rejected with PodLifecycleSleepActionAllowZero",
    sleeping(31),
    [
      "lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)",
    ],
  );
});
