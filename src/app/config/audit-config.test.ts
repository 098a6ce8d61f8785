import { expect, test } from "vitest";
import { UsageError } from "../flags/usage-error.ts";
import { type AuditConfig } from "./audit-config.ts";
import { serverConfig } from "./server-config.ts";

const config = (...args: string[]): AuditConfig => serverConfig("up", args, { cwd: "/here" }).audit;
const warnings = (...args: string[]): readonly string[] => serverConfig("up", args, { cwd: "/here" }).warnings;

function problems(...args: string[]): readonly string[] {
  try {
    config(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.problems;
    throw error;
  }
  return [];
}

test("the log has the reference's defaults", () => {
  expect(config("--audit-policy-file=p.yaml", "--audit-log-path=log/a.log")).toEqual({
    policyFile: "/here/p.yaml",
    log: {
      path: "/here/log/a.log",
      mode: "blocking",
      format: "json",
      bytesMax: 100 * 1024 * 1024,
      ageMsMax: Number.POSITIVE_INFINITY,
      backupsMax: Number.POSITIVE_INFINITY,
      compresses: false,
      batch: { bufferSize: 10_000, batchSize: 1, maxWaitMs: 0, throttle: undefined },
      truncation: undefined,
    },
    webhook: undefined,
  });
});

test("each flag of the log sets its value", () => {
  const log = config(
    "--audit-log-path=-",
    "--audit-log-maxage=7",
    "--audit-log-maxbackup=3",
    "--audit-log-maxsize=5",
    "--audit-log-compress",
    "--audit-log-format=legacy",
    "--audit-log-version=audit.orch.io/v1",
    "--audit-log-mode=batch",
    "--audit-log-batch-buffer-size=11",
    "--audit-log-batch-max-size=12",
    "--audit-log-batch-max-wait=13s",
    "--audit-log-batch-throttle-enable",
    "--audit-log-batch-throttle-qps=1.5",
    "--audit-log-batch-throttle-burst=14",
    "--audit-log-truncate-enabled",
    "--audit-log-truncate-max-batch-size=2000",
    "--audit-log-truncate-max-event-size=1000",
  ).log;
  expect(log).toEqual({
    path: "-",
    mode: "batch",
    format: "legacy",
    bytesMax: 5 * 1024 * 1024,
    ageMsMax: 7 * 24 * 3_600_000,
    backupsMax: 3,
    compresses: true,
    batch: { bufferSize: 11, batchSize: 12, maxWaitMs: 13_000, throttle: { perSecond: 1.5, burst: 14 } },
    truncation: { eventBytesMax: 1000, batchBytesMax: 2000 },
  });
});

test("the webhook has the reference's defaults, and an old name of the wait still works", () => {
  expect(config("--audit-webhook-config-file=w").webhook).toEqual({
    configFile: "/here/w",
    mode: "batch",
    initialBackoffMs: 10_000,
    batch: { bufferSize: 10_000, batchSize: 400, maxWaitMs: 30_000, throttle: { perSecond: 10, burst: 15 } },
    truncation: undefined,
  });
  const old = ["--audit-webhook-config-file=w", "--audit-webhook-batch-initial-backoff=2s", "--audit-policy-file=p"];
  expect(config(...old).webhook?.initialBackoffMs).toBe(2000);
  expect(warnings(...old)).toEqual([
    "Flag --audit-webhook-batch-initial-backoff has been deprecated, Deprecated, use --audit-webhook-initial-backoff instead.",
  ]);
});

test("each flag of the webhook sets its value", () => {
  const webhook = config(
    "--audit-webhook-config-file=/w",
    "--audit-webhook-initial-backoff=1s",
    "--audit-webhook-version=audit.k8s.io/v1",
    "--audit-webhook-mode=blocking-strict",
    "--audit-webhook-batch-buffer-size=1",
    "--audit-webhook-batch-max-size=2",
    "--audit-webhook-batch-max-wait=3s",
    "--audit-webhook-batch-throttle-enable=true",
    "--audit-webhook-batch-throttle-qps=4",
    "--audit-webhook-batch-throttle-burst=5",
    "--audit-webhook-truncate-enabled",
    "--audit-webhook-truncate-max-batch-size=7",
    "--audit-webhook-truncate-max-event-size=6",
  ).webhook;
  expect(webhook).toEqual({
    configFile: "/w",
    mode: "blocking-strict",
    initialBackoffMs: 1000,
    batch: { bufferSize: 1, batchSize: 2, maxWaitMs: 3000, throttle: { perSecond: 4, burst: 5 } },
    truncation: { eventBytesMax: 6, batchBytesMax: 7 },
  });
});

// The messages about values are those of the reference.
test.each([
  [["--audit-log-mode=x"], ['--audit-log-mode must be batch or blocking or blocking-strict, not "x"']],
  [
    ["--audit-log-mode=batch", "--audit-log-batch-buffer-size=0"],
    ["invalid audit batch log buffer size 0, must be a positive number"],
  ],
  [
    ["--audit-log-mode=batch", "--audit-log-batch-max-size=0"],
    ["invalid audit batch log max batch size 0, must be a positive number"],
  ],
  [
    ["--audit-log-mode=batch", "--audit-log-batch-throttle-enable"],
    ["invalid audit batch log throttle QPS 0, must be a positive number"],
  ],
  [["--audit-log-batch-buffer-size=0"], []],
  [
    ["--audit-log-truncate-max-event-size=0"],
    ["invalid audit truncate log max event size 0, must be a positive number"],
  ],
  [
    ["--audit-log-truncate-max-batch-size=5"],
    ["invalid audit truncate log max batch size 5, must be greater than max event size (102400)"],
  ],
])("the flags %j of a log have the problems %j", (flags, expected) => {
  expect(problems("--audit-log-path=a", ...flags)).toEqual(expected);
});

test("a backend without a policy is reported", () => {
  expect(warnings("--audit-log-path=a")).toEqual(["there is no --audit-policy-file, so no audit events are recorded"]);
});
