import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { anonymous, type User } from "../../authn/index.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { unauthorized } from "../../meta/status-error.ts";
import { testCall, testPeer } from "../testing/test-call.ts";
import { actingAs, authenticate } from "./authenticate.ts";

const alice: User = { name: "alice", groups: ["team"] };
const bob: User = { name: "bob", groups: [] };
const path = "/api/v1/nodes";
const clock = new ManualClock(Date.UTC(2030, 0, 1));

test("the request is the user's whom its credentials name", async () => {
  const { call } = testCall(path);
  await authenticate(async () => alice, clock)(call, async () => undefined);
  expect(call.user).toEqual(alice);
});

test("a request whose credentials are refused goes no further", async () => {
  let reached = false;
  const { call } = testCall(path);
  const refused = authenticate(() => Promise.reject(unauthorized()), clock)(call, async () => {
    reached = true;
  });
  await expect(refused).rejects.toMatchObject({ code: 401 });
  expect(reached).toBe(false);
});

test("a connection's certificate is looked at once; a token with every request", async () => {
  const peer = testPeer();
  const asked: string[] = [];
  const filter = authenticate(async ({ header }) => {
    asked.push(header("authorization") ?? "certificate");
    return header("authorization") === undefined ? alice : bob;
  }, clock);
  const users: string[] = [];
  for (const token of [undefined, undefined, "Bearer b", "Bearer b", undefined]) {
    const { call } = testCall(path, { peer, headers: token === undefined ? {} : { authorization: token } });
    await filter(call, async () => undefined);
    users.push(call.user.name);
  }
  expect(users).toEqual(["alice", "alice", "bob", "bob", "alice"]);
  expect(asked).toEqual(["certificate", "Bearer b", "Bearer b"]);
});

test("a user found by a token is not the connection's", async () => {
  const peer = testPeer();
  const filter = authenticate(async ({ header }) => (header("authorization") === undefined ? alice : bob), clock);
  await filter(testCall(path, { peer, headers: { authorization: "Bearer b" } }).call, async () => undefined);
  const { call } = testCall(path, { peer });
  await filter(call, async () => undefined);
  expect(call.user.name).toBe("alice");
});

test("a client in this process is who its server says, whatever its headers say", async () => {
  const peer = { ...testPeer(), memo: actingAs(alice) };
  const { call } = testCall(path, { peer, headers: { authorization: "Bearer b" } });
  await authenticate(() => Promise.reject(unauthorized()), clock)(call, async () => undefined);
  expect(call.user).toEqual(alice);
});

/** The server's end of a connection whose client has shown a certificate for the first day of 2030. */
function connectionOfOneDay(): TLSSocket {
  const certificate = { valid_from: "Jan  1 00:00:00 2030 GMT", valid_to: "Jan  2 00:00:00 2030 GMT" };
  return { getPeerCertificate: () => certificate } as unknown as TLSSocket;
}

test("a connection asks for its user again once its certificate has expired", async () => {
  const moving = new ManualClock(Date.UTC(2030, 0, 1));
  const peer = { ...testPeer(), tls: connectionOfOneDay() };
  let isExpired = false;
  const filter = authenticate(async () => {
    if (isExpired) throw unauthorized();
    return alice;
  }, moving);
  await filter(testCall(path, { peer }).call, async () => undefined);
  isExpired = true;
  await moving.advance(86_400_000);
  await filter(testCall(path, { peer }).call, async () => undefined);
  await moving.advance(1);
  const refused = filter(testCall(path, { peer }).call, async () => undefined);
  await expect(refused).rejects.toMatchObject({ code: 401 });
});

test.each([
  ["whose credentials are rejected", () => Promise.reject(unauthorized())],
  ["who is anonymous", async () => anonymous],
])("an HTTP/2 connection ends after the request of a client %s", async (_what, identify) => {
  let ends = 0;
  const peer = { ...testPeer(), endConnection: () => ends++ };
  await authenticate(identify, clock)(testCall(path, { peer }).call, async () => undefined).catch(() => undefined);
  expect(ends).toBe(1);
});

test("an HTTP/2 connection lasts for a client who is known", async () => {
  let ends = 0;
  const peer = { ...testPeer(), endConnection: () => ends++ };
  await authenticate(async () => alice, clock)(testCall(path, { peer }).call, async () => undefined);
  expect(ends).toBe(0);
});
