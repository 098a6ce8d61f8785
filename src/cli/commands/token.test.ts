import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiObject } from "../../meta/object-meta.ts";
import { shortDuration } from "../bootstrap-tokens/short-duration.ts";
import { groupProblems, tokenIdProblem, tokenProblem, usageProblems } from "../bootstrap-tokens/token-rules.ts";
import { CommandStage, type Ran } from "../testing/command-stage.ts";
import { type TokenCommand, token } from "./token.ts";

let stage: CommandStage;

beforeAll(async () => {
  stage = await CommandStage.open();
});
afterAll(() => stage[Symbol.asyncDispose]());

const creation = {
  action: "create",
  token: "abcdef.0123456789abcdef",
  ttlMs: 86_400_000,
  usages: ["signing", "authentication"],
  groups: ["system:bootstrappers:kubeadm:default-node-token"],
  description: "for worker 7",
} as const;

function run(command: TokenCommand): Promise<Ran> {
  return stage.run((context) => token(command, context));
}

interface StoredSecret extends ApiObject {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

async function dataOf(name: string): Promise<Readonly<Record<string, string>>> {
  const secrets = stage.client.resource<StoredSecret>(
    { group: "", version: "v1", kind: "Secret", plural: "secrets", namespaced: true },
    "orch-system",
  );
  const { data, type } = await secrets.get(name);
  const texts = Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString("utf8")]);
  return { type, ...Object.fromEntries(texts) };
}

async function remove(...tokens: string[]): Promise<void> {
  await run({ action: "delete", tokens });
}

test("orch token create stores a Secret that expires in a day, and prints the token", async () => {
  expect(await run(creation)).toMatchObject({ code: 0, out: "abcdef.0123456789abcdef\n", error: "" });
  const { expiration = "", ...rest } = await dataOf("bootstrap-token-abcdef");
  expect(rest).toEqual({
    type: "bootstrap.orch.io/token",
    "token-id": "abcdef",
    "token-secret": "0123456789abcdef",
    description: "for worker 7",
    "usage-bootstrap-signing": "true",
    "usage-bootstrap-authentication": "true",
    "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
  });
  expect(expiration).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const secondsLeft = (Date.parse(expiration) - stage.clock.nowMs()) / 1000;
  expect(Math.ceil(secondsLeft)).toBe(86_400);
  await remove("abcdef");
});

test("orch token create without a token, a lifetime, a description and groups stores only the other keys", async () => {
  const { out } = await run({ ...creation, token: undefined, ttlMs: 0, description: "", groups: [], usages: [] });
  expect(out).toMatch(/^[a-z0-9]{6}\.[a-z0-9]{16}\n$/);
  const [id = "", secret] = out.trim().split(".");
  expect(await dataOf(`bootstrap-token-${id}`)).toEqual({
    type: "bootstrap.orch.io/token",
    "token-id": id,
    "token-secret": secret,
  });
  await remove(id);
});

test("orch token create rejects an id that exists, and does not show the existing secret", async () => {
  await run(creation);
  await expect(run({ ...creation, token: "abcdef.fedcba9876543210" })).rejects.toThrow(
    /^a token with the id "abcdef" already exists$/,
  );
  await remove("abcdef");
});

test("orch token list prints tokens in the columns of kubeadm, and orch token delete removes them by id or token", async () => {
  await run(creation);
  await run({ ...creation, token: "ghijkl.0123456789abcdef", ttlMs: 0, description: "", groups: [], usages: [] });
  await stage.clock.advance(1000);
  const { out, error } = await run({ action: "list" });
  const expires = new Date(stage.clock.nowMs() - 1000 + 86_400_000).toISOString().replace(".000", "");
  expect(error).toBe("");
  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["TOKEN", "TTL", "EXPIRES", "USAGES", "DESCRIPTION", "EXTRA GROUPS"],
    [
      "abcdef.0123456789abcdef",
      "23h",
      expires,
      "authentication,signing",
      "for worker 7",
      "system:bootstrappers:kubeadm:default-node-token",
    ],
    ["ghijkl.0123456789abcdef", "<forever>", "<never>", "<none>", "<none>", "<none>"],
    [""],
  ]);
  expect(await run({ action: "delete", tokens: ["abcdef.0123456789abcdef", "ghijkl"] })).toMatchObject({
    code: 0,
    out: 'bootstrap token "abcdef" deleted\nbootstrap token "ghijkl" deleted\n',
  });
  expect(await run({ action: "delete", tokens: ["abcdef"] })).toMatchObject({
    code: 1,
    error: 'error: bootstrap token "abcdef": secrets "bootstrap-token-abcdef" not found\n',
  });
  expect(await run({ action: "list" })).toMatchObject({ code: 0, out: "", error: "there are no bootstrap tokens\n" });
});

test("orch token list reports Secrets that hold no token, without their values", async () => {
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const wrong = async (name: string, data: Record<string, string>): Promise<void> => {
    const encoded = Object.entries(data).map(([key, value]) => [key, base64(value)]);
    await stage.create("secrets", {
      metadata: { name, namespace: "orch-system" },
      type: "bootstrap.orch.io/token",
      data: Object.fromEntries(encoded),
    });
  };
  const valid = { "token-id": "aaaaaa", "token-secret": "0123456789abcdef" };
  await wrong("bootstrap-token-aaaaaa", { ...valid, expiration: "tomorrow" });
  await wrong("bootstrap-token-bbbbbb", { "token-secret": "hidden" });
  await wrong("bootstrap-token-cccccc", valid);
  await wrong("bootstrap-token-dddddd", { "token-id": "dddddd", "token-secret": "hidden" });
  const { out, error } = await run({ action: "list" });
  expect(out).toBe("");
  expect(error).toBe(`warning: Secret bootstrap-token-aaaaaa has an expiration that is not an RFC 3339 time
warning: Secret bootstrap-token-bbbbbb has no token-id
warning: Secret bootstrap-token-cccccc is not named bootstrap-token- and the id of its token
warning: Secret bootstrap-token-dddddd has no valid token-id and token-secret
there are no bootstrap tokens
`);
});

describe("rules of bootstrap tokens", () => {
  test.each([
    ["abcdef.0123456789abcdef", true],
    ["abcdef", false],
    ["abcdeF.0123456789abcdef", false],
    ["abcdef.0123456789abcde", false],
    ["abcdef.0123456789abcdef\n", false],
    ["abcdef-0123456789abcdef", false],
  ])("%j is a token: %s", (text, isToken) => {
    expect(tokenProblem(text) === undefined).toBe(isToken);
    expect(tokenProblem(text) ?? "").not.toContain("0123456789");
  });

  test("a token to delete is named by its id or the whole token", () => {
    expect(["abcdef", "abcdef.0123456789abcdef", "abc", "bootstrap-token-abcdef"].map(tokenIdProblem)).toEqual([
      undefined,
      undefined,
      expect.stringContaining("6 characters before the dot"),
      expect.stringContaining("6 characters before the dot"),
    ]);
  });

  test("usages and groups are checked, and each problem names its value", () => {
    expect(usageProblems(["signing", "mining"])).toEqual(['--usages must be authentication or signing, not "mining"']);
    expect(
      groupProblems(["system:bootstrappers:a-1", "system:masters", "system:bootstrappers:", "system:bootstrappers:a-"]),
    ).toEqual([
      expect.stringMatching(/^--groups must begin with "system:bootstrappers:".*not "system:masters"$/),
      expect.stringMatching(/not "system:bootstrappers:"$/),
      expect.stringMatching(/not "system:bootstrappers:a-"$/),
    ]);
  });
});

test.each([
  [-2_000, "<invalid>"],
  [-1_000, "0s"],
  [59_999, "59s"],
  [60_000, "1m"],
  [3_599_999, "59m"],
  [86_399_000, "23h"],
  [86_400_000, "1d"],
  [365 * 86_400_000, "1y"],
])("a lifetime of %i ms is printed as %s", (durationMs, text) => {
  expect(shortDuration(durationMs)).toBe(text);
});
