import { expect, test } from "vitest";
import { anonymousAuthenticator } from "./anonymous.ts";
import { AuthenticationError } from "./authentication-error.ts";
import { type Authenticator, authenticateBy } from "./authenticator.ts";
import { TestCredentials } from "./testing/test-credentials.ts";
import { type User, withAuthenticatedGroup } from "./user.ts";

const alice: User = { name: "alice", groups: ["team"] };
const bob: User = { name: "bob", groups: [] };
const recognizes =
  (user: User): Authenticator =>
  () => ({ user });
const recognizesNobody: Authenticator = () => undefined;
const rejects =
  (message: string): Authenticator =>
  () =>
    new AuthenticationError(message);
/** Makes a method wait before it returns its outcome. */
const later =
  (method: Authenticator): Authenticator =>
  async (credentials, audiences) =>
    await method(credentials, audiences);
const credentials = new TestCredentials();
const anonymous = anonymousAuthenticator({ enabled: true, paths: [] });

test.each([
  ["at once", (method: Authenticator): Authenticator => method],
  ["after a wait", later],
])("authenticateBy() returns the user of the first method that recognizes the credentials %s", async (_when, timed) => {
  let calls = 0;
  const last: Authenticator = () => {
    calls++;
    return { user: bob };
  };
  const methods = [timed(recognizesNobody), timed(rejects("expired")), timed(recognizes(alice)), last];
  expect(await authenticateBy({ methods, anonymous })(credentials, [])).toEqual({ user: alice });
  expect(calls).toBe(0);
});

test.each([
  ["at once", (method: Authenticator): Authenticator => method],
  ["after a wait", later],
])("authenticateBy() combines the errors of all methods that return one %s", async (_when, timed) => {
  const methods = [rejects("a"), timed(rejects("b")), recognizesNobody, timed(rejects("a"))];
  const outcome = await authenticateBy({ methods, anonymous })(credentials, []);
  expect(outcome).toBeInstanceOf(AuthenticationError);
  expect(outcome).toMatchObject({ message: "[a, b]", messages: ["a", "b"] });
  const nested = authenticateBy({ methods: [authenticateBy({ methods, anonymous }), rejects("b")], anonymous });
  expect(await nested(credentials, [])).toMatchObject({ message: "[a, b]" });
  expect(await authenticateBy({ methods: [timed(rejects("a"))], anonymous })(credentials, [])).toMatchObject({
    message: "a",
  });
});

test("authenticateBy() does not wait if no method waits", () => {
  const outcome = authenticateBy({ methods: [recognizesNobody, recognizes(alice)], anonymous })(credentials, []);
  expect(outcome).toEqual({ user: alice });
});

test("authenticateBy() tries the anonymous method only if no method recognizes or rejects the credentials", async () => {
  const user: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
  for (const methods of [[], [recognizesNobody], [later(recognizesNobody)]]) {
    expect(await authenticateBy({ methods, anonymous })(credentials, [])).toEqual({ user });
    expect(await authenticateBy({ methods, anonymous: undefined })(credentials, [])).toBeUndefined();
  }
});

test("anonymousAuthenticator() recognizes requests for the listed paths only, and all requested audiences", () => {
  const method = anonymousAuthenticator({ enabled: true, paths: ["/livez"] });
  const user: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
  expect(method?.(new TestCredentials({ path: "/livez" }), ["a"])).toEqual({ user, audiences: ["a"] });
  for (const path of ["/livez/", "/livez/ping", "/version", ""]) {
    expect(method?.(new TestCredentials({ path }), []), path).toBeUndefined();
  }
  expect(anonymousAuthenticator({ enabled: false, paths: ["/livez"] })).toBeUndefined();
});

test.each([
  [["team"], ["team", "system:authenticated"]],
  [[], ["system:authenticated"]],
  [
    ["system:authenticated", "team"],
    ["system:authenticated", "team"],
  ],
  [["system:unauthenticated"], ["system:unauthenticated"]],
])("withAuthenticatedGroup() returns for a user with the groups %j the groups %j", (groups, expected) => {
  const user: User = { name: "alice", groups, uid: "1", extra: { scope: ["a"] } };
  expect(withAuthenticatedGroup(user)).toEqual({ ...user, groups: expected });
});

test("withAuthenticatedGroup() does not add the group to credentials of the anonymous user", () => {
  const bare: User = { name: "system:anonymous", groups: [] };
  expect(withAuthenticatedGroup(bare)).toEqual(bare);
});
