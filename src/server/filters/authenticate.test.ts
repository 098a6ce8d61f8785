import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { anonymous, type User } from "../../authn/index.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { unauthorized } from "../../meta/status-error.ts";
import { testCall, testPeer } from "../testing/test-call.ts";
import { authenticate, memoWithUser } from "./authenticate.ts";

const alice: User = { name: "alice", groups: ["team"] };
const bob: User = { name: "bob", groups: [] };
const path = "/api/v1/nodes";
const clock = new ManualClock(Date.UTC(2030, 0, 1));

test("authenticate() sets the user of the request's credentials", async () => {
  const { call } = testCall(path);
  await authenticate(async () => alice, clock)(call, async () => undefined);
  expect(call.user).toEqual(alice);
});

test("authenticate() stops a request whose credentials are rejected", async () => {
  let reached = false;
  const { call } = testCall(path);
  const rejected = authenticate(() => Promise.reject(unauthorized()), clock)(call, async () => {
    reached = true;
  });
  await expect(rejected).rejects.toMatchObject({ code: 401 });
  expect(reached).toBe(false);
});

test("authenticate() checks the certificate of a connection once, and the token of every request", async () => {
  const peer = testPeer();
  const checkedCredentials: string[] = [];
  const filter = authenticate(async ({ header }) => {
    checkedCredentials.push(header("authorization") ?? "certificate");
    return header("authorization") === undefined ? alice : bob;
  }, clock);
  const users: string[] = [];
  for (const token of [undefined, undefined, "Bearer b", "Bearer b", undefined]) {
    const { call } = testCall(path, { peer, headers: token === undefined ? {} : { authorization: token } });
    await filter(call, async () => undefined);
    users.push(call.user.name);
  }
  expect(users).toEqual(["alice", "alice", "bob", "bob", "alice"]);
  expect(checkedCredentials).toEqual(["certificate", "Bearer b", "Bearer b"]);
});

test("authenticate() does not keep the user of a token for the connection", async () => {
  const peer = testPeer();
  const filter = authenticate(async ({ header }) => (header("authorization") === undefined ? alice : bob), clock);
  await filter(testCall(path, { peer, headers: { authorization: "Bearer b" } }).call, async () => undefined);
  const { call } = testCall(path, { peer });
  await filter(call, async () => undefined);
  expect(call.user.name).toBe("alice");
});

test("authenticate() uses the user of an in-process client, and ignores its headers", async () => {
  const peer = { ...testPeer(), memo: memoWithUser(alice) };
  const { call } = testCall(path, { peer, headers: { authorization: "Bearer b" } });
  await authenticate(() => Promise.reject(unauthorized()), clock)(call, async () => undefined);
  expect(call.user).toEqual(alice);
});

/** Returns a connection whose client has a certificate that is valid on the first day of 2030. */
function connectionOfOneDay(): TLSSocket {
  const certificate = { valid_from: "Jan  1 00:00:00 2030 GMT", valid_to: "Jan  2 00:00:00 2030 GMT" };
  return { getPeerCertificate: () => certificate } as unknown as TLSSocket;
}

test("authenticate() checks the certificate of a connection again after it has expired", async () => {
  const movingClock = new ManualClock(Date.UTC(2030, 0, 1));
  const peer = { ...testPeer(), tls: connectionOfOneDay() };
  let isExpired = false;
  const filter = authenticate(async () => {
    if (isExpired) throw unauthorized();
    return alice;
  }, movingClock);
  await filter(testCall(path, { peer }).call, async () => undefined);
  isExpired = true;
  await movingClock.advance(86_400_000);
  await filter(testCall(path, { peer }).call, async () => undefined);
  await movingClock.advance(1);
  const rejected = filter(testCall(path, { peer }).call, async () => undefined);
  await expect(rejected).rejects.toMatchObject({ code: 401 });
});

test.each([
  ["with rejected credentials", () => Promise.reject(unauthorized())],
  ["without credentials", async () => anonymous],
])("authenticate() ends the HTTP/2 connection of a client %s", async (_case, identify) => {
  let ends = 0;
  const peer = { ...testPeer(), endConnection: () => ends++ };
  await authenticate(identify, clock)(testCall(path, { peer }).call, async () => undefined).catch(() => undefined);
  expect(ends).toBe(1);
});

test("authenticate() keeps the HTTP/2 connection of an authenticated client", async () => {
  let ends = 0;
  const peer = { ...testPeer(), endConnection: () => ends++ };
  await authenticate(async () => alice, clock)(testCall(path, { peer }).call, async () => undefined);
  expect(ends).toBe(0);
});
