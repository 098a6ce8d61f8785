import { expect, test } from "vitest";
import type { User } from "../../authn/index.ts";
import { unauthorized } from "../../meta/status-error.ts";
import { testCall, testPeer } from "../testing/test-call.ts";
import { actingAs, authenticate } from "./authenticate.ts";

const alice: User = { name: "alice", groups: ["team"] };
const bob: User = { name: "bob", groups: [] };
const path = "/api/v1/nodes";

test("the request is the user's whom its credentials name", async () => {
  const { call } = testCall(path);
  await authenticate(async () => alice)(call, async () => undefined);
  expect(call.user).toEqual(alice);
});

test("a request whose credentials are refused goes no further", async () => {
  let reached = false;
  const { call } = testCall(path);
  const refused = authenticate(() => Promise.reject(unauthorized()))(call, async () => {
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
  });
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
  const filter = authenticate(async ({ header }) => (header("authorization") === undefined ? alice : bob));
  await filter(testCall(path, { peer, headers: { authorization: "Bearer b" } }).call, async () => undefined);
  const { call } = testCall(path, { peer });
  await filter(call, async () => undefined);
  expect(call.user.name).toBe("alice");
});

test("a client in this process is who its server says, whatever its headers say", async () => {
  const peer = { ...testPeer(), memo: actingAs(alice) };
  const { call } = testCall(path, { peer, headers: { authorization: "Bearer b" } });
  await authenticate(() => Promise.reject(unauthorized()))(call, async () => undefined);
  expect(call.user).toEqual(alice);
});
