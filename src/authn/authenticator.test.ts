import { describe, expect, test } from "vitest";
import { unauthorized } from "../meta/status-error.ts";
import { type Authenticator, authenticateBy, type CredentialSource } from "./authenticator.ts";
import type { User } from "./user.ts";

const alice: User = { name: "alice", groups: ["team"] };
const bob: User = { name: "bob", groups: [] };
const knows =
  (user: User): Authenticator =>
  async () =>
    user;
const knowsNobody: Authenticator = async () => undefined;
const refuses: Authenticator = () => Promise.reject(unauthorized());

function credentials(headers: Readonly<Record<string, string>> = {}): CredentialSource {
  return { tls: undefined, header: (name) => headers[name] };
}

describe("authenticateBy() with several methods", () => {
  test("authenticateBy() returns the user of the first method that recognizes the credentials", async () => {
    let asked = false;
    const last: Authenticator = async () => {
      asked = true;
      return bob;
    };
    expect((await authenticateBy([knowsNobody, knows(alice), last])(credentials())).name).toBe("alice");
    expect(asked).toBe(false);
  });

  test("authenticateBy() accepts credentials that only a later method recognizes", async () => {
    expect((await authenticateBy([refuses, knows(alice)])(credentials())).name).toBe("alice");
  });

  test("authenticateBy() throws the first error if no method recognizes the user", async () => {
    await expect(authenticateBy([knowsNobody, refuses, knowsNobody])(credentials())).rejects.toMatchObject({
      code: 401,
      message: "Unauthorized",
    });
  });
});

describe("authenticateBy() without a matching method", () => {
  test("authenticateBy() returns the anonymous user for a request without credentials", async () => {
    for (const methods of [[], [knowsNobody]]) {
      expect(await authenticateBy(methods)(credentials())).toEqual({
        name: "system:anonymous",
        groups: ["system:unauthenticated"],
      });
    }
  });

  test.each(["Basic YTpi", "", "nonsense", "Bearer", "Bearer  abc", "Bearer\tabc"])(
    "authenticateBy() returns the anonymous user for the authorization %j, which is not a bearer token",
    async (authorization) => {
      const user = await authenticateBy([knowsNobody])(credentials({ authorization }));
      expect(user.name).toBe("system:anonymous");
    },
  );

  test.each(["Bearer abc", "bearer abc", "Bearer a b"])(
    "authenticateBy() rejects a request with the authorization %j",
    async (value) => {
      const refused = authenticateBy([knowsNobody])(credentials({ authorization: value }));
      await expect(refused).rejects.toMatchObject({ code: 401 });
    },
  );
});

test.each([
  [["team"], ["team", "system:authenticated"]],
  [[], ["system:authenticated"]],
  [
    ["system:authenticated", "team"],
    ["system:authenticated", "team"],
  ],
  [["system:unauthenticated"], ["system:unauthenticated"]],
])("authenticateBy() returns for a user with the groups %j the groups %j", async (groups, expected) => {
  const user: User = { name: "alice", groups, uid: "1", extra: { scope: ["a"] } };
  expect(await authenticateBy([knows(user)])(credentials())).toEqual({ ...user, groups: expected });
});

test("authenticateBy() does not add the authenticated group to credentials of the anonymous user", async () => {
  const user: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
  expect(await authenticateBy([knows(user)])(credentials())).toEqual(user);
  const bare: User = { name: "system:anonymous", groups: [] };
  expect(await authenticateBy([knows(bare)])(credentials())).toEqual(bare);
});
