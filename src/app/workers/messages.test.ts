import { expect, test } from "vitest";
import { type ProcessConfig, toProcessConfig } from "../config/process-config.ts";
import { serverConfig } from "../config/server-config.ts";
import { decodeStart, encodeStart, type WorkerStart } from "./messages.ts";

/** Flags whose value 0 means "no limit". */
const unlimitedFlags = [
  "--service-account-max-token-expiration=0",
  "--event-ttl=0",
  "--etcd-compaction-interval=0",
  "--etcd-db-metric-poll-interval=0",
  "--etcd-servers=http://127.0.0.1:2379",
  "--max-requests-inflight=0",
  "--max-mutating-requests-inflight=0",
  "--enable-priority-and-fairness=false",
  "--audit-log-path=audit.log",
];

function startWith(change: (config: ProcessConfig) => object = () => ({})): WorkerStart {
  const config = serverConfig("up", unlimitedFlags, { cwd: "/data" });
  const loaded = {
    authentication: {
      ...config.authentication,
      tokenFileContent: undefined,
      webhookContent: undefined,
      configurationContent: undefined,
      openIdCa: undefined,
      fileAnonymous: undefined,
    },
    authorization: {},
    admission: {},
    metrics: {},
    audit: config.audit,
    encryption: undefined,
    tracing: undefined,
    accountKeys: { signing: "key", verifying: [] },
  } as unknown as Parameters<typeof toProcessConfig>[1];
  const processConfig = toProcessConfig(config, loaded);
  return {
    config: { ...processConfig, ...change(processConfig) },
    listener: config.listener,
    credentials: {} as WorkerStart["credentials"],
    storeDir: "/data/store",
    identity: { hostName: "host", processId: "1", address: undefined },
    mainProcessId: 1,
    damagedKeys: [["/registry/a", "damaged"]],
    serverAddress: "127.0.0.1:6443",
  };
}

test("a worker gets every limit of the configuration, also those without a number", () => {
  const sent = startWith();
  const received = decodeStart(encodeStart(sent));
  expect(received).toStrictEqual(sent);
  const { authentication, storage, requests } = received.config;
  const limits = [
    authentication.serviceAccounts.expirationMaxMs,
    storage.eventTtlMs,
    storage.historyMs,
    storage.sizePollMs,
    requests.readsMax,
    requests.writesMax,
  ];
  expect(limits).toEqual(limits.map(() => Infinity));
});

test.each([
  { name: "a number that is none", value: Number.NaN },
  { name: "an absent item", value: [undefined, 1] },
  { name: "a map", value: new Map([["a", 1]]) },
  { name: "a set", value: new Set([1]) },
  { name: "a large number", value: 2n ** 64n },
  { name: "a negative zero", value: -0 },
])("a worker gets $name unchanged", ({ value }) => {
  const received = decodeStart(encodeStart(startWith(() => ({ metrics: { value } }))));
  expect(received.config.metrics).toStrictEqual({ value });
});

test.each([
  { name: "URL", value: new URL("https://example.com") },
  { name: "Date", value: new Date(0) },
  { name: "Buffer", value: Buffer.from("key") },
  { name: "RegExp", value: /a/u },
])("a configuration with a $name cannot be sent to a worker, and the error has its path", ({ name, value }) => {
  const start = startWith(({ requests }) => ({ requests: { ...requests, value } }));
  expect(() => encodeStart(start)).toThrow(
    `start.config.requests.value cannot be sent to another process: it is an object of the class ${name}`,
  );
});
