import { expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { vocabularies } from "../meta/vocabulary.ts";
import { type BootstrapTokenSecret, bootstrapTokenAuthenticator } from "./bootstrap-token.ts";
import type { TokenIdentity } from "./token-authenticator.ts";

const clock = new ManualClock(Date.UTC(2030, 0, 1));
const valid = {
  "token-id": "abcdef",
  "token-secret": "0123456789abcdef",
  "usage-bootstrap-authentication": "true",
};
const token = "abcdef.0123456789abcdef";

function secretWith(data: Readonly<Record<string, string>>): BootstrapTokenSecret {
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")]);
  return { metadata: {}, type: "bootstrap.orch.io/token", data: Object.fromEntries(encoded) };
}

async function check(secret: BootstrapTokenSecret | undefined, sent = token): Promise<TokenIdentity | undefined> {
  const readSecret = async (name: string): Promise<BootstrapTokenSecret | undefined> =>
    name === "bootstrap-token-abcdef" ? secret : undefined;
  return await bootstrapTokenAuthenticator({ readSecret, clock, vocabulary: vocabularies.orch })(sent, []);
}

test("a bootstrap token identifies a user by its id, with the default group and the extra groups in order", async () => {
  expect(await check(secretWith(valid))).toEqual({
    user: { name: "system:bootstrap:abcdef", groups: ["system:bootstrappers"] },
  });
  const groups = "system:bootstrappers:z,system:bootstrappers:a,system:bootstrappers:z";
  const expiration = "2030-01-01T01:00:00+00:30";
  expect(await check(secretWith({ ...valid, "auth-extra-groups": groups, expiration }))).toEqual({
    user: {
      name: "system:bootstrap:abcdef",
      groups: ["system:bootstrappers", "system:bootstrappers:a", "system:bootstrappers:z"],
    },
    expiresMs: Date.UTC(2030, 0, 1, 0, 30),
  });
});

test.each([
  ["has another secret", { "token-secret": "0123456789abcdee" }],
  ["has no secret", { "token-secret": "" }],
  ["has another id", { "token-id": "abcdee" }],
  ["is not for authentication", { "usage-bootstrap-authentication": "True" }],
  ["has expired", { expiration: "2030-01-01T00:00:00Z" }],
  ["expires at no time", { expiration: "tomorrow" }],
  ["expires on a date without a time", { expiration: "2031-01-01" }],
  ["has a group without the prefix", { "auth-extra-groups": "system:bootstrappers:a,admins" }],
  ["has a group with capital letters", { "auth-extra-groups": "system:bootstrappers:A" }],
  ["has an empty group", { "auth-extra-groups": "system:bootstrappers:a," }],
])("a bootstrap token is not recognized if its Secret %s", async (_why, data) => {
  expect(await check(secretWith({ ...valid, ...data }))).toBeUndefined();
});

test("a bootstrap token is not recognized if its Secret is missing, of another type, or being deleted", async () => {
  expect(await check(undefined)).toBeUndefined();
  expect(await check({ ...secretWith(valid), type: "Opaque" })).toBeUndefined();
  expect(await check({ ...secretWith(valid), data: undefined })).toBeUndefined();
  const metadata = { deletionTimestamp: "2030-01-01T00:00:00Z" };
  expect(await check({ ...secretWith(valid), metadata })).toBeUndefined();
});

test.each([
  "",
  "abcdef",
  "abcdef:0123456789abcdef",
  "ABCDEF.0123456789abcdef",
  "abcdef.0123456789abcdef0",
  ` ${token}`,
])("the text %j is no bootstrap token", async (sent) => {
  expect(await check(secretWith(valid), sent)).toBeUndefined();
});
