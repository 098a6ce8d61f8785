import { expect, test } from "vitest";
import { simulateReconnect } from "./reconnect.ts";

const nodeStart = { requestSeconds: [0.01, 0.02], historySeconds: [], receivedBytes: 0 };
const options = { nodes: 100, nodeStart, spreadSeconds: 0.1, utilization: 0, leaseSeconds: 0.0001, seed: 4 };

test("simulateReconnect() takes the time of all requests together when nothing else runs", () => {
  const { seconds, leaseMs } = simulateReconnect(options);
  expect(seconds).toBeGreaterThan(3);
  expect(seconds).toBeLessThan(3.1);
  // A renewal waits for about as many requests as there are nodes.
  expect(leaseMs.p99).toBeGreaterThan(500);
});

test("simulateReconnect() takes longer beside a steady load", () => {
  const { seconds } = simulateReconnect({ ...options, utilization: 0.5 });
  expect(seconds).toBeGreaterThan(3.7);
  expect(seconds).toBeLessThan(7);
});

test("simulateReconnect() lets renewals run between the turns of long lists", () => {
  const long = { ...options, nodes: 2, nodeStart: { requestSeconds: [5], historySeconds: [], receivedBytes: 0 } };
  expect(simulateReconnect(long).leaseMs.p99).toBeLessThan(50);
});

test("simulateReconnect() reads the history for a few watches at once, so that renewals do not wait for all of them", () => {
  const behind = { requestSeconds: [0.0001], historySeconds: [0.5, 0.5], receivedBytes: 0 };
  const { seconds, leaseMs } = simulateReconnect({ ...options, nodes: 50, nodeStart: behind });
  expect(seconds).toBeGreaterThan(50);
  expect(leaseMs.p99).toBeLessThan(200);
});
