import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { TestReport, testEvent } from "../testing/events.ts";
import { LogBackend, type LogOutput } from "./log-backend.ts";

/** An output that keeps what is appended, fits two lines, and fails on demand. */
class KeptOutput implements LogOutput {
  readonly writes: string[] = [];
  failure: Error | undefined;
  hold: Promise<void> = Promise.resolve();

  fitting(sizes: readonly number[]): number {
    return Math.min(2, sizes.length);
  }

  async append(pieces: readonly Buffer[]): Promise<void> {
    await this.hold;
    if (this.failure) throw this.failure;
    this.writes.push(Buffer.concat(pieces).toString());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}

function logBackend(format: "json" | "legacy" = "json") {
  const reports = new TestReport();
  const output = new KeptOutput();
  const backend = new LogBackend({
    output,
    format,
    apiVersion: "audit.k8s.io/v1",
    failures: reports.report,
    clock: reports.clock,
  });
  return { backend, output, reports };
}

const line = (id: string): string =>
  `{"kind":"Event","apiVersion":"audit.k8s.io/v1","auditID":"${id}","stageTimestamp":"now"}\n`;

test("events that arrive while a write runs are written together, in their order", async () => {
  const { backend, output } = logBackend();
  const held = deferred();
  output.hold = held.promise;
  const stored = ["a", "b", "c"].map((id) => backend.store([testEvent(id)]));
  await new Promise((resolve) => setImmediate(resolve));
  stored.push(backend.store([testEvent("d")]));
  held.resolve();
  expect(await Promise.all(stored)).toEqual([true, true, true, true]);
  expect(output.writes).toEqual([line("a") + line("b"), line("c"), line("d")]);
});

test("an object in an event is copied as it is", async () => {
  const { backend, output } = logBackend();
  await backend.store([testEvent("a", { requestObject: ["{", Buffer.from('"é":1'), "}"], annotations: [["k", "v"]] })]);
  expect(output.writes).toEqual([
    '{"kind":"Event","apiVersion":"audit.k8s.io/v1","auditID":"a","requestObject":{"é":1},"stageTimestamp":"now","annotations":{"k":"v"}}\n',
  ]);
});

test("the format legacy has a short text in each line", async () => {
  const { backend, output } = logBackend("legacy");
  await backend.store([testEvent("a")]);
  expect(output.writes).toEqual(["legacy a\n"]);
});

test("events that cannot be written are counted, and logged once in five seconds, and later ones are written", async () => {
  const { backend, output, reports } = logBackend();
  output.failure = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  expect(await Promise.all(["a", "b", "c"].map((id) => backend.store([testEvent(id)])))).toEqual([false, false, false]);
  output.failure = undefined;
  expect(await backend.store([testEvent("d")])).toBe(true);
  expect(output.writes).toEqual([line("d")]);
  expect(reports.counted).toBe('apiserver_audit_error_total{plugin="log"} 3');
  const lost = (events: number): string =>
    `Error in audit plugin 'log' affecting ${events} audit events: ENOSPC: no space left on device ${JSON.stringify({ plugin: "log", events })}`;
  expect(reports.lines).toEqual([lost(2)]);
  await reports.clock.advance(5000);
  expect(reports.lines).toEqual([lost(2), lost(1)]);
});
