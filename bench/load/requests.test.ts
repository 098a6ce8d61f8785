import { expect, test } from "vitest";
import type { Connection, ResponseSummary } from "./connection.ts";
import type { RequestsJob } from "./job.ts";
import { runAlternately, runRequests } from "./requests.ts";

/** A connection that responds to each request in the next turn of the event loop, with these statuses in turn. */
function connectionWith(statuses: readonly number[]): Connection {
  let sent = 0;
  return {
    streams: 1,
    send: (_number, onAnswer: (answer: ResponseSummary) => void) => {
      const status = statuses[sent++ % statuses.length] ?? 0;
      setImmediate(() => onAnswer({ status, bodyBytes: 10 }));
    },
    listen: () => undefined,
    close: () => undefined,
  };
}

const job: RequestsJob = {
  kind: "requests",
  target: { host: "localhost", port: 1, ca: "" },
  protocol: "h2",
  connections: 1,
  streams: 1,
  template: { method: "GET", path: "/", headers: {} },
  warmUpMs: 0,
  measureMs: 1000,
  status: 200,
  firstNumber: 0,
  endNumber: 9000,
};

test("runRequests() counts rejections separately from answers if the job allows them", async () => {
  const report = await runRequests({ ...job, countsRejections: true }, [connectionWith([200, 429, 200])]);
  expect(report.rejections).toBeGreaterThan(0);
  expect(report.answers).toBeGreaterThan(report.rejections);
  expect(report.bodyBytes).toBe(report.answers * 10);
  expect(report.nextNumber).toBe(9000);
});

test("runRequests() reads the processor time of the server during the measurement", async () => {
  const report = await runRequests({ ...job, serverPids: [process.pid] }, [connectionWith([200])]);
  expect(report.serverCpuSeconds).toBeGreaterThanOrEqual(0);
  expect(report.serverCpuSeconds).toBeLessThanOrEqual(10);
});

test("runAlternately() sends no request of one job while a request of the other is open, and measures both in turns", async () => {
  const open = { ours: 0, raw: 0 };
  const turns: string[] = [];
  const connectionOf = (name: "ours" | "raw", other: "ours" | "raw"): Connection => ({
    streams: 3,
    send: (_number, onAnswer) => {
      expect(open[other]).toBe(0);
      open[name]++;
      if (turns.at(-1) !== name) turns.push(name);
      setImmediate(() => {
        open[name]--;
        onAnswer({ status: 200, bodyBytes: 10 });
      });
    },
    listen: () => undefined,
    close: () => turns.push(`${name} closed`),
  });
  const { endNumber: _, ...endless } = { ...job, measureMs: 200 };
  const { ours, raw } = await runAlternately(
    { kind: "alternate", ours: { ...endless, firstNumber: 500 }, raw: endless, sliceMs: 20 },
    { ours: [connectionOf("ours", "raw")], raw: [connectionOf("raw", "ours")] },
  );
  expect(turns.slice(0, 4)).toEqual(["raw", "ours", "raw", "ours"]);
  expect(turns.length).toBeGreaterThan(10);
  expect(turns.slice(-2)).toEqual(["ours closed", "raw closed"]);
  for (const report of [ours, raw]) {
    expect(report.seconds).toBeGreaterThanOrEqual(0.2);
    expect(report.bodyBytes).toBe(report.answers * 10);
  }
  // Each request is counted: without a warm-up, nothing is sent outside of the measured turns.
  expect(ours.nextNumber).toBe(500 + ours.answers);
});
