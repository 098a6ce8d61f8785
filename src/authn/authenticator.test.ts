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

describe("methods are asked in order", () => {
  test("the first that knows the user decides, and the rest is not asked", async () => {
    let asked = false;
    const last: Authenticator = async () => {
      asked = true;
      return bob;
    };
    expect((await authenticateBy([knowsNobody, knows(alice), last])(credentials())).name).toBe("alice");
    expect(asked).toBe(false);
  });

  test("credentials that one method refuses may be good for another", async () => {
    expect((await authenticateBy([refuses, knows(alice)])(credentials())).name).toBe("alice");
  });

  test("a refusal counts when no method knows the user", async () => {
    await expect(authenticateBy([knowsNobody, refuses, knowsNobody])(credentials())).rejects.toMatchObject({
      code: 401,
      message: "Unauthorized",
    });
  });
});

describe("without a method that knows the user", () => {
  test("a request is anonymous", async () => {
    for (const methods of [[], [knowsNobody]]) {
      expect(await authenticateBy(methods)(credentials())).toEqual({
        name: "system:anonymous",
        groups: ["system:unauthenticated"],
      });
    }
  });

  test.each(["Basic YTpi", "", "nonsense", "Bearer", "Bearer  abc", "Bearer\tabc"])(
    "a request with the authorization %j, which is no bearer token, is anonymous",
    async (authorization) => {
      const user = await authenticateBy([knowsNobody])(credentials({ authorization }));
      expect(user.name).toBe("system:anonymous");
    },
  );

  test.each(["Bearer abc", "bearer abc", "Bearer a b"])(
    "a request with the authorization %j is refused",
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
])("a known user with the groups %j has the groups %j", async (groups, expected) => {
  const user: User = { name: "alice", groups, uid: "1", extra: { scope: ["a"] } };
  expect(await authenticateBy([knows(user)])(credentials())).toEqual({ ...user, groups: expected });
});

test("credentials that name the anonymous user do not make it an authenticated one", async () => {
  const user: User = { name: "system:anonymous", groups: ["system:unauthenticated"] };
  expect(await authenticateBy([knows(user)])(credentials())).toEqual(user);
  const bare: User = { name: "system:anonymous", groups: [] };
  expect(await authenticateBy([knows(bare)])(credentials())).toEqual(bare);
});
