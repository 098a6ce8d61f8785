import { expect, test } from "vitest";
import { controllerNames } from "../../controllers/index.ts";
import type { FlagSpec } from "../flags/flag-spec.ts";
import { defaultOf, parseFlagValue } from "../flags/flag-value.ts";
import { UsageError } from "../flags/usage-error.ts";
import { admissionFlags } from "./admission-config.ts";
import { auditFlags } from "./audit-flags.ts";
import { authenticationFlags } from "./authentication-flags.ts";
import { authorizationFlags } from "./authorization-flags.ts";
import { encryptionFlags } from "./encryption-flags.ts";
import { ineffectiveFlags } from "./ineffective-flags.ts";
import { metricsFlags } from "./metrics-config.ts";
import { type ServerConfig, serverConfig } from "./server-config.ts";
import { apiserverFlags, upFlags } from "./server-flags.ts";

const inputs = { cwd: "/somewhere/there" };

function config(...args: string[]): ServerConfig {
  return serverConfig("up", args, inputs);
}

function problems(...args: string[]): readonly string[] {
  try {
    config(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

test("a configuration without flags has all defaults", () => {
  expect(config()).toEqual({
    command: "up",
    vocabulary: "orch",
    dataDir: "/somewhere/there/.orch",
    workers: { atStart: 1, max: 1 },
    listener: {
      bindAddress: "127.0.0.1",
      port: 6443,
      certDir: undefined,
      tlsCertFile: undefined,
      tlsPrivateKeyFile: undefined,
      tlsMinVersion: "TLSv1.2",
      // Written by hand, from the handshakes of the reference.
      tlsCiphers:
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:" +
        "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:" +
        "ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA:" +
        "ECDHE-ECDSA-AES256-SHA:ECDHE-RSA-AES256-SHA",
      sniCertificates: [],
      servesHttp2: true,
      clientCaFile: undefined,
      http2StreamsMax: 100,
    },
    web: { corsAllowedOrigins: [], transportSecurity: "", goawayChance: 0, retryAfterStop: false },
    tracingFile: undefined,
    diagnosis: { profiling: true, flags: expect.arrayContaining([["profiling", "true"]]) },
    authentication: expect.any(Object),
    authorization: { modes: ["Node", "RBAC"], explainsDenials: false },
    // The tests of the flags of admission list the plugins.
    admission: expect.objectContaining({ plugins: expect.arrayContaining(["NamespaceLifecycle", "NodeRestriction"]) }),
    audit: { policyFile: undefined, log: undefined, webhook: undefined },
    storage: {
      engine: "lmdb",
      etcd: undefined,
      keyPrefix: "/registry",
      historyMs: 300_000,
      historyBytesMax: 268_435_456,
      sizePollMs: 30_000,
      healthCheckMs: 2000,
      readyCheckMs: 2000,
      eventTtlMs: 3_600_000,
    },
    addresses: { advertised: undefined, externalHostname: undefined, endpointReconciler: "lease" },
    services: { clusterIpRanges: ["10.96.0.0/12"], nodePorts: { first: 30_000, size: 2768 }, ownNodePort: 0 },
    requests: {
      timeoutMs: 60_000,
      watchMinMs: 1_800_000,
      fairness: true,
      readsMax: 400,
      writesMax: 200,
      compression: true,
      compressionMinBytes: 0,
      collectsGarbage: true,
    },
    metrics: { releaseMinor: 32, showsHidden: false, disabled: [], allowedLabels: {}, labelsFile: undefined },
    features: { isServed: expect.any(Function), isEnabled: expect.any(Function), emulatedMinor: 32 },
    controllers: {
      selected: ["*"],
      workers: {
        "garbage-collector-controller": 20,
        "namespace-controller": 10,
        "resourcequota-controller": 5,
        "serviceaccount-token-controller": 5,
      },
      legacyTokenCleanUpMs: 365 * 24 * 3_600_000,
      quotaResyncMs: 300_000,
    },
    lifecycle: { livezGraceMs: 0, shutdownDelayMs: 0 },
    logging: { format: "text", verbosity: 0 },
    warnings: [],
  });
});

/** A value for each flag of `orch apiserver` that differs from its default. */
const otherValues = [
  "--data-dir=/data",
  "--vocabulary=kubernetes",
  "--bind-address=::",
  "--secure-port=0",
  "--external-hostname=api.example.com",
  "--endpoint-reconciler-type=none",
  "--cert-dir=certificates",
  "--enable-garbage-collector=false",
  "--tls-cert-file=tls.crt",
  "--tls-private-key-file=/keys/tls.key",
  "--tls-min-version=VersionTLS13",
  "--tls-cipher-suites=TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
  "--tls-sni-cert-key=a.crt,a.key:a.com",
  "--disable-http2-serving",
  "--cors-allowed-origins=//a$",
  "--strict-transport-security-directives=max-age=1,preload",
  "--goaway-chance=.01",
  "--shutdown-send-retry-after",
  "--client-ca-file=../ca.crt",
  "--http2-max-streams-per-connection=250",
  "--storage=memory",
  "--etcd-prefix=/mine/",
  "--etcd-compaction-interval=1h",
  "--history-max-size=64",
  "--etcd-healthcheck-timeout=3s",
  "--etcd-readycheck-timeout=4s",
  "--service-cluster-ip-range=fd00::/112,10.0.0.0/24",
  "--service-node-port-range=31000+99",
  "--kubernetes-service-node-port=31007",
  "--event-ttl=30m",
  "--request-timeout=30s",
  "--min-request-timeout=60",
  "--enable-priority-and-fairness=false",
  "--max-requests-inflight=10",
  "--max-mutating-requests-inflight=5",
  "--compression-min-bytes=1024",
  "--feature-gates=APIResponseCompression=false,APIServingWithRoutine=true",
  "--livez-grace-period=2s",
  "--shutdown-delay-duration=3s",
  "--tracing-config-file=tracing.yaml",
  "--profiling=false",
  "--contention-profiling",
  "--logging-format=json",
  "--v=5",
];

test("every flag sets its value in the configuration", () => {
  expect(serverConfig("apiserver", otherValues, inputs)).toEqual({
    command: "apiserver",
    vocabulary: "kubernetes",
    dataDir: "/data",
    workers: { atStart: 1, max: 1 },
    listener: {
      bindAddress: "::",
      port: 0,
      tlsCertFile: "/somewhere/there/tls.crt",
      tlsPrivateKeyFile: "/keys/tls.key",
      tlsMinVersion: "TLSv1.3",
      tlsCiphers:
        "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:ECDHE-RSA-AES128-GCM-SHA256",
      sniCertificates: [{ certFile: "/somewhere/there/a.crt", keyFile: "/somewhere/there/a.key", names: ["a.com"] }],
      servesHttp2: false,
      clientCaFile: "/somewhere/ca.crt",
      http2StreamsMax: 250,
      certDir: "/somewhere/there/certificates",
    },
    // The advertised address depends on the machine.
    addresses: expect.objectContaining({ externalHostname: "api.example.com", endpointReconciler: "none" }),
    web: {
      corsAllowedOrigins: ["//a$"],
      transportSecurity: "max-age=1; preload",
      goawayChance: 0.01,
      retryAfterStop: true,
    },
    tracingFile: "/somewhere/there/tracing.yaml",
    diagnosis: { profiling: false, flags: expect.arrayContaining([["secure-port", "0"]]) },
    authentication: expect.any(Object),
    authorization: expect.any(Object),
    admission: expect.any(Object),
    audit: { policyFile: undefined, log: undefined, webhook: undefined },
    storage: {
      engine: "memory",
      etcd: undefined,
      keyPrefix: "/mine",
      historyMs: 3_600_000,
      historyBytesMax: 67_108_864,
      sizePollMs: 30_000,
      healthCheckMs: 3000,
      readyCheckMs: 4000,
      eventTtlMs: 1_800_000,
    },
    services: {
      clusterIpRanges: ["fd00::/112", "10.0.0.0/24"],
      nodePorts: { first: 31_000, size: 100 },
      ownNodePort: 31_007,
    },
    requests: {
      timeoutMs: 30_000,
      watchMinMs: 60_000,
      fairness: false,
      readsMax: 10,
      writesMax: 5,
      compression: false,
      compressionMinBytes: 1024,
      collectsGarbage: false,
    },
    metrics: { releaseMinor: 32, showsHidden: false, disabled: [], allowedLabels: {}, labelsFile: undefined },
    features: { isServed: expect.any(Function), isEnabled: expect.any(Function), emulatedMinor: 32 },
    controllers: {
      selected: ["-garbage-collector-controller"],
      workers: expect.any(Object),
      legacyTokenCleanUpMs: 365 * 24 * 3_600_000,
      quotaResyncMs: 300_000,
    },
    lifecycle: { livezGraceMs: 2_000, shutdownDelayMs: 3_000 },
    logging: { format: "json", verbosity: 5 },
    warnings: [
      "the feature gate APIServingWithRoutine has no effect in this release",
      "--contention-profiling has no effect",
    ],
  });
});

test("the flags of etcd select it as the store, with absolute paths", () => {
  const servers = "--etcd-servers=https://10.0.0.1:2379,http://[::1]:2379";
  const files = ["--etcd-cafile=ca.crt", "--etcd-certfile=/keys/etcd.crt", "--etcd-keyfile=../etcd.key"];
  expect(
    config(servers, ...files, "--etcd-db-metric-poll-interval=1m", "--lease-reuse-duration-seconds=5").storage,
  ).toMatchObject({
    engine: "etcd",
    sizePollMs: 60_000,
    etcd: {
      servers: ["https://10.0.0.1:2379", "http://[::1]:2379"],
      caFile: "/somewhere/there/ca.crt",
      certFile: "/keys/etcd.crt",
      keyFile: "/somewhere/etcd.key",
      leaseReuseMs: 5000,
    },
  });
});

/** Flags that other tests show: those that determine functions, and those that conflict with `--storage=memory`. */
const flagsOfOtherTests: readonly string[] = [
  "advertise-address",
  "allow-privileged",
  "runtime-config",
  "workers",
  "workers-max",
  "etcd-servers",
  "etcd-cafile",
  "etcd-certfile",
  "etcd-keyfile",
  "etcd-db-metric-poll-interval",
  "lease-reuse-duration-seconds",
  "emulated-version",
  ...metricsFlags.map(({ name }) => name),
  ...ineffectiveFlags.map(({ name }) => name).filter((name) => name !== "contention-profiling"),
  ...encryptionFlags.map(({ name }) => name),
  ...authorizationFlags.map(({ name }) => name),
  ...admissionFlags.map(({ name }) => name),
  ...auditFlags.map(({ name }) => name),
  ...authenticationFlags.map(({ name }) => name).filter((name) => name !== "client-ca-file"),
];

test("every flag of a server changes the configuration", () => {
  const valuesOf = (args: readonly string[]): object => {
    const { features: _features, warnings: _warnings, ...values } = serverConfig("apiserver", args, inputs);
    return values;
  };
  const names = otherValues.map((arg) => /^--([\w-]+)/.exec(arg)?.[1] ?? arg);
  expect([...names, ...flagsOfOtherTests].sort()).toEqual(apiserverFlags.map(({ name }): string => name).sort());
  for (const arg of otherValues.filter((one) => !one.startsWith("--tls-"))) {
    const others = otherValues.filter((one) => one !== arg);
    expect(valuesOf(others), `completeConfig() does not use ${arg}`).not.toEqual(valuesOf(otherValues));
  }
});

test("flags set which controllers run, how many objects each handles at the same time, and their times", () => {
  const flags = [
    "--controllers=*,-namespace",
    "--concurrent-gc-syncs=3",
    "--concurrent-namespace-syncs",
    "4",
    "--concurrent-resource-quota-syncs=5000",
    "--concurrent-serviceaccount-token-syncs=6",
    "--legacy-service-account-token-clean-up-period=48h",
    "--resource-quota-sync-period=30s",
  ];
  expect(config(...flags).controllers).toEqual({
    selected: ["*", "-namespace"],
    workers: {
      "garbage-collector-controller": 3,
      "namespace-controller": 4,
      "resourcequota-controller": 5000,
      "serviceaccount-token-controller": 6,
    },
    legacyTokenCleanUpMs: 48 * 3_600_000,
    quotaResyncMs: 30_000,
  });
});

test("zero removes the limit of flags that document it", () => {
  const { requests, storage } = config(
    "--enable-priority-and-fairness=false",
    "--max-requests-inflight=0",
    "--max-mutating-requests-inflight=0",
    "--etcd-compaction-interval=0",
    "--etcd-servers=http://127.0.0.1:2379",
    "--etcd-db-metric-poll-interval=0",
    "--event-ttl=0",
  );
  const { historyMs, sizePollMs, eventTtlMs } = storage;
  const limits = [requests.readsMax, requests.writesMax, historyMs, sizePollMs, eventTtlMs];
  expect(limits).toEqual(limits.map(() => Infinity));
});

test("--etcd-prefix=/ means no prefix", () => {
  expect(config("--etcd-prefix=/").storage.keyPrefix).toBe("");
});

const allControllers = Object.values(controllerNames)
  .map(({ name }) => name)
  .join(", ");

test("priority levels cannot share an unlimited number of requests", () => {
  const unlimited = ["--max-requests-inflight=0", "--max-mutating-requests-inflight=0"];
  expect(() => config(...unlimited)).toThrow("must not both be 0");
  expect(config(unlimited[0] ?? "").requests).toMatchObject({ fairness: true, readsMax: 0, writesMax: 200 });
});

test.each([
  ["--tls-cert-file=a", "--tls-cert-file needs --tls-private-key-file"],
  ["--controllers=*,-deployment", `--controllers: there is no controller "deployment"; there are ${allControllers}`],
  ["--tls-private-key-file=a", "--tls-private-key-file needs --tls-cert-file"],
  ["--etcd-servers=10.0.0.1:2379", '--etcd-servers needs URLs such as http://127.0.0.1:2379: "10.0.0.1:2379"'],
  ["--etcd-servers=http://a/b", '--etcd-servers needs URLs such as http://127.0.0.1:2379: "http://a/b"'],
  ["--etcd-servers=", "--etcd-servers needs at least one URL such as http://127.0.0.1:2379"],
  ["--etcd-cafile=a", "--etcd-cafile needs --etcd-servers"],
  ["--etcd-db-metric-poll-interval=1s", "--etcd-db-metric-poll-interval needs --etcd-servers"],
  ["--bind-address=localhost", '--bind-address is not an IP address: "localhost"'],
  ["--etcd-prefix=registry", '--etcd-prefix does not begin with a slash: "registry"'],
  [
    "--service-cluster-ip-range=10.0.0.0",
    '--service-cluster-ip-range is not a range of addresses such as 10.96.0.0/12: "10.0.0.0"',
  ],
  [
    "--service-cluster-ip-range=10.0.0.0/11",
    '--service-cluster-ip-range is too large: the prefix of IPv4 must have at least 12 bits: "10.0.0.0/11"',
  ],
  [
    "--service-cluster-ip-range=fd00::/107",
    '--service-cluster-ip-range is too large: the prefix of IPv6 must have at least 108 bits: "fd00::/107"',
  ],
  [
    "--service-cluster-ip-range=10.0.0.0/31",
    '--service-cluster-ip-range is too small: it holds no address for a Service: "10.0.0.0/31"',
  ],
  [
    "--service-cluster-ip-range=10.0.0.0/24,10.1.0.0/24",
    "--service-cluster-ip-range takes two ranges only of different address families",
  ],
  ["--service-cluster-ip-range=", "--service-cluster-ip-range takes one range, or one of each address family"],
  [
    "--service-node-port-range=32767-30000",
    '--service-node-port-range is not a range of ports such as 30000-32767: "32767-30000"',
  ],
  ["--kubernetes-service-node-port=29999", "kubernetes service node port range 30000-32767 doesn't contain 29999"],
  [
    "--kubernetes-service-node-port=65536",
    '--kubernetes-service-node-port must be a whole number from 0 to 65535, not "65536"',
  ],
  ["--request-timeout=0", '--request-timeout must be at least 1ms, not "0"'],
  ["--secure-prot=1", "unknown flag --secure-prot; did you mean --secure-port?"],
])("the flag %s is rejected", (arg, problem) => {
  expect(problems(arg)).toEqual([problem]);
});

test("conflicting flags and malformed flags are reported together", () => {
  expect(problems("--storage=disk", "--tls-cert-file=a", "--nope")).toEqual([
    '--storage must be lmdb or memory, not "disk"',
    "unknown flag --nope",
    "--tls-cert-file needs --tls-private-key-file",
  ]);
});

test("flags that contradict --etcd-servers are reported together", () => {
  expect(problems("--etcd-servers=http://a:1", "--storage=memory", "--etcd-certfile=a")).toEqual([
    "--etcd-certfile needs --etcd-keyfile",
    "--storage cannot be used with --etcd-servers",
  ]);
});

test("a configuration is deeply frozen", () => {
  const { listener } = config();
  expect(() => Object.assign(listener, { port: 1 })).toThrow(TypeError);
});

test("every flag accepts its own default", () => {
  for (const spec of upFlags as readonly FlagSpec[]) {
    if (spec.default === undefined) continue;
    expect(parseFlagValue(spec, String(spec.default)), spec.name).toEqual({ value: defaultOf(spec) });
  }
});

test("every flag of orch up has a unique name and an explanation in whole sentences", () => {
  for (const { name, doc } of upFlags as readonly FlagSpec[]) {
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(doc, name).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(upFlags.map(({ name }) => name)).size).toBe(upFlags.length);
});

test("without --vocabulary, the vocabulary of the cluster in the data directory applies", () => {
  const seen: string[] = [];
  const recordedVocabulary = (dataDir: string): "kubernetes" => {
    seen.push(dataDir);
    return "kubernetes";
  };
  const of = (...args: string[]): string => serverConfig("up", args, { cwd: "/there", recordedVocabulary }).vocabulary;
  expect(of("--data-dir=mine")).toBe("kubernetes");
  expect(of()).toBe("kubernetes");
  expect(seen).toEqual(["/there/mine", "/there/.orch"]);
  expect(of("--vocabulary=orch")).toBe("orch");
});

test.each([
  { args: [], cores: 1, workers: { atStart: 1, max: 1 } },
  { args: [], cores: 2, workers: { atStart: 1, max: 1 } },
  { args: [], cores: 8, workers: { atStart: 1, max: 8 } },
  { args: [], cores: 128, workers: { atStart: 1, max: 64 } },
  { args: ["--storage=memory"], cores: 8, workers: { atStart: 1, max: 1 } },
  { args: ["--workers=1"], cores: 8, workers: { atStart: 1, max: 1 } },
  { args: ["--workers=3"], cores: 2, workers: { atStart: 3, max: 3 } },
  { args: ["--workers-max=3"], cores: 2, workers: { atStart: 1, max: 3 } },
  { args: ["--workers=2", "--workers-max=3"], cores: 8, workers: { atStart: 2, max: 3 } },
])("with $cores cores and $args, the numbers of processes are $workers", ({ args, cores, workers }) => {
  expect(serverConfig("up", args, { cwd: "/", cores }).workers).toEqual(workers);
});

test("a store in memory cannot have several processes", () => {
  expect(problems("--storage=memory", "--workers=2")).toEqual([
    "--workers must be 1 with --storage=memory, because processes cannot share that store",
  ]);
  expect(problems("--storage=memory", "--workers-max=2")).toEqual([
    "--workers-max must be 1 with --storage=memory, because processes cannot share that store",
  ]);
  expect(problems("--storage=memory", "--workers=1")).toEqual([]);
  expect(problems("--workers=3", "--workers-max=2")).toEqual([
    "--workers-max must be at least 3, the number of --workers",
  ]);
});
