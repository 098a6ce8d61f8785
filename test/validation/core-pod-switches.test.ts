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

describe("without privileged containers", () => {
  const privileged = (value: boolean): object => ({ securityContext: { privileged: value } });
  refused.container("[SecurityContext#1] a container has no rights of the host", privileged(true), [
    "securityContext.privileged: Forbidden: disallowed by cluster policy",
  ]);
  pods.accepts("a container may say so", withContainer(privileged(false)));
  const securityContext = { windowsOptions: { hostProcess: true } };
  refused.spec("[WindowsHostProcess#4] a container is no process of the host", { securityContext, hostNetwork: true }, [
    "spec: Forbidden: hostProcess containers are disallowed by cluster policy",
  ]);
});

describe("with strict names of variables", () => {
  const strict =
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not " +
    "start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is " +
    "'[-._a-zA-Z][-._a-zA-Z0-9]*')";
  refused.container("[Env#3] a variable has no space in its name", { env: [{ name: "a b" }] }, [
    `env[0].name: Invalid value: "a b": ${strict}`,
  ]);
  refused.container(
    "[EnvFrom#2] a prefix does not begin with a digit",
    { envFrom: [{ prefix: "1", secretRef: { name: "a" } }] },
    [`envFrom[0].prefix: Invalid value: "1": ${strict}`],
  );
});

describe("with relaxed domains", () => {
  const searches = (...list: string[]): object => ({ dnsConfig: { searches: list } });
  pods.accepts("names are looked up at the root and below underscores", withSpec(searches(".", "_tcp.example.com")));
  refused.spec("[PodSpec#15] names are looked up in domains", searches("A"), [
    'spec.dnsConfig.searches[0]: Invalid value: "A": a lowercase RFC 1123 subdomain must consist of lower case ' +
      "alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. " +
      "'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ]);
});

describe("with sleep of no time", () => {
  const sleeping = (seconds: number): object => ({ lifecycle: { preStop: { sleep: { seconds } } } });
  pods.accepts("a container need not sleep", withContainer(sleeping(0)));
  refused.container("[Handler#8] a container sleeps as long as there is time", sleeping(31), [
    "lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)",
  ]);
});
