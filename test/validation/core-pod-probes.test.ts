import { describe } from "vitest";
import { noPortLetters, notPort } from "../support/format-messages.ts";
import { PodRefusals, withContainer } from "../support/pod-refusals.ts";
import { ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const refused = new PodRefusals(server);
const { pods } = refused;

const exec = { command: ["true"] };
const readiness = (fields: object): object => ({ readinessProbe: { exec, ...fields } });
const liveness = (fields: object): object => ({ livenessProbe: { exec, ...fields } });

describe("a probe", () => {
  const amounts: readonly [id: string, field: string][] = [
    ["Probe#1", "initialDelaySeconds"],
    ["Probe#2", "timeoutSeconds"],
    ["Probe#3", "periodSeconds"],
    ["Probe#4", "successThreshold"],
    ["Probe#5", "failureThreshold"],
  ];
  for (const [id, field] of amounts) {
    refused.container(`[${id}] a probe with a negative ${field} is rejected`, readiness({ [field]: -1 }), [
      `readinessProbe.${field}: Invalid value: -1: must be greater than or equal to 0`,
    ]);
  }
  refused.container(
    "[Probe#6] a livenessProbe with terminationGracePeriodSeconds 0 is rejected",
    liveness({ terminationGracePeriodSeconds: 0 }),
    ["livenessProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0"],
  );
  pods.accepts(
    "a livenessProbe with terminationGracePeriodSeconds 1 is accepted",
    withContainer(liveness({ terminationGracePeriodSeconds: 1 })),
  );
});

describe("a probe that ends the container", () => {
  refused.container(
    "[LivenessProbe#1] a livenessProbe with successThreshold 2 is rejected",
    liveness({ successThreshold: 2 }),
    ["livenessProbe.successThreshold: Invalid value: 2: must be 1"],
  );
  refused.container(
    "a startupProbe with successThreshold 2 is rejected",
    { startupProbe: { exec, successThreshold: 2 } },
    ["startupProbe.successThreshold: Invalid value: 2: must be 1"],
  );
});

describe("a probe of readiness", () => {
  refused.container(
    "[ReadinessProbe#1] a readinessProbe with terminationGracePeriodSeconds is rejected",
    readiness({ terminationGracePeriodSeconds: 1 }),
    ["readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes"],
  );
  pods.accepts(
    "a readinessProbe with successThreshold 2 is accepted",
    withContainer(readiness({ successThreshold: 2 })),
  );
});

describe("the handler of a probe", () => {
  const probe = (livenessProbe: object): object => ({ livenessProbe });
  const httpGet = (fields: object): object => probe({ httpGet: { port: 80, ...fields } });

  refused.container("[Handler#1] an exec probe without a command is rejected", probe({ exec: { command: [] } }), [
    "livenessProbe.exec.command: Required value",
  ]);
  refused.container("[Handler#3] an httpGet probe with port 0 is rejected", httpGet({ port: 0 }), [
    `livenessProbe.httpGet.port: Invalid value: 0: ${notPort}`,
  ]);
  refused.container("[Handler#3] an httpGet probe with the port name 80 is rejected", httpGet({ port: "80" }), [
    `livenessProbe.httpGet.port: Invalid value: "80": ${noPortLetters}`,
  ]);
  refused.container("[Handler#4] an httpGet probe with an unknown scheme is rejected", httpGet({ scheme: "FTP" }), [
    'livenessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"',
  ]);
  refused.container(
    "[Handler#5] an httpGet probe with a space in a header name is rejected",
    httpGet({ httpHeaders: [{ name: "A B", value: "" }] }),
    [
      'livenessProbe.httpGet.httpHeaders: Invalid value: "A B": a valid HTTP header must consist of alphanumeric characters ' +
        "or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
    ],
  );
  refused.container(
    "[Handler#6] a tcpSocket probe with port 65536 is rejected",
    probe({ tcpSocket: { port: 65_536 } }),
    [`livenessProbe.tcpSocket.port: Invalid value: 65536: ${notPort}`],
  );
  refused.container("[Handler#7] a grpc probe with port 0 is rejected", probe({ grpc: { port: 0 } }), [
    `livenessProbe.grpc.port: Invalid value: 0: ${notPort}`,
  ]);
  refused.container(
    "[Handler#10] a probe with three handlers is rejected",
    probe({ exec, grpc: { port: 80 }, tcpSocket: { port: 80 } }),
    [
      "livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
      "livenessProbe.grpc: Forbidden: may not specify more than 1 handler type",
    ],
  );
  refused.container("[Handler#11] a probe without a handler is rejected", probe({}), [
    "livenessProbe: Required value: must specify a handler type",
  ]);
});

describe("a container that sleeps before it stops", () => {
  const sleeping = (seconds: number): object => ({ lifecycle: { preStop: { sleep: { seconds } } } });
  const why =
    "must be greater than 0 and less than terminationGracePeriodSeconds (30). Enable " +
    "AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.";

  refused.container("[Handler#9] a preStop sleep of 0 seconds is rejected", sleeping(0), [
    `lifecycle.preStop.sleep: Invalid value: 0: ${why}`,
  ]);
  refused.container("[Handler#9] a preStop sleep longer than the grace period is rejected", sleeping(31), [
    `lifecycle.preStop.sleep: Invalid value: 31: ${why}`,
  ]);
  pods.accepts("a preStop sleep as long as the grace period is accepted", withContainer(sleeping(30)));
});
