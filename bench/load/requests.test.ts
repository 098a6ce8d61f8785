import { expect, test } from "vitest";
import type { Connection, ResponseSummary } from "./connection.ts";
import type { RequestsJob } from "./job.ts";
import { runRequests } from "./requests.ts";

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
