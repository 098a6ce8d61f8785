import { expect, test } from "vitest";
import { GrpcCallError } from "../../grpc/index.ts";
import { isCertainFailure, isTemporary } from "./call-outcome.ts";

test.each([
  // The connection broke, or the member forwarded the request and lost the leader.
  [14, "the connection was lost", true, false],
  [14, "etcdserver: request timed out", true, false],
  // etcd has rejected the request before it did anything.
  [8, "etcdserver: mvcc: database space exceeded", false, true],
  [8, "etcdserver: too many requests", false, true],
  [8, "grpc: received message larger than max (3000000 vs. 2097152)", false, true],
  [9, "etcdserver: requested lease not found", false, true],
])("an error with code %i and the message %j is temporary: %j, certain: %j", (code, details, temporary, certain) => {
  const error = new GrpcCallError({ code, details });
  expect(isTemporary(error)).toBe(temporary);
  expect(isCertainFailure(error)).toBe(certain);
});

test("a request that was not sent has certainly failed, and may succeed on another member", () => {
  const error = new GrpcCallError({ code: 14, details: "connect ECONNREFUSED", isUnsent: true });
  expect(isTemporary(error)).toBe(true);
  expect(isCertainFailure(error)).toBe(true);
});
