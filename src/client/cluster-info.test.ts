import { createHmac } from "node:crypto";
import { FlattenedSign } from "jose";
import { expect, test } from "vitest";
import type { ConfigMap } from "../api/core/v1/config-map.ts";
import { ClusterInfoError, verifyClusterInfo } from "./cluster-info.ts";

const token = "07401b.f395accd246ae52d";
const kubeconfig = "hello\nworld";
/** Signature of `kubeconfig` that the controller manager of the reference has written. */
const signature = "eyJhbGciOiJIUzI1NiIsImtpZCI6IjA3NDAxYiJ9..kemZNeQXvqZ6gIBKdl7n2dNbA7ptpEBeDeEYNGpHnu0";

function map(data: Record<string, string>): ConfigMap {
  return { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "cluster-info" }, data };
}

async function sign(header: { readonly alg: string; readonly kid: string }, bytes: number): Promise<string> {
  const key = Buffer.from("f395accd246ae52d".padEnd(bytes, "x"));
  const jws = await new FlattenedSign(Buffer.from(kubeconfig)).setProtectedHeader(header).sign(key);
  return `${jws.protected}..${jws.signature}`;
}

/** Returns a JWS whose header names another algorithm, with a valid HMAC-SHA256 of the secret. */
function hmacWithHeader(header: string): string {
  const text = Buffer.from(header).toString("base64url");
  const hmac = createHmac("sha256", "f395accd246ae52d");
  return `${text}..${hmac.update(`${text}.${Buffer.from(kubeconfig).toString("base64url")}`).digest("base64url")}`;
}

test("verifyClusterInfo() returns the configuration that a signature of the reference confirms", async () => {
  expect(await verifyClusterInfo(map({ kubeconfig, "jws-kubeconfig-07401b": signature }), token)).toBe(kubeconfig);
});

test("verifyClusterInfo() accepts a signature that another library made", async () => {
  const jws = await sign({ alg: "HS256", kid: "07401b" }, 16);
  expect(await verifyClusterInfo(map({ kubeconfig, "jws-kubeconfig-07401b": jws }), token)).toBe(kubeconfig);
});

test.each([
  ["another text", { kubeconfig: "hello\nworld\n", "jws-kubeconfig-07401b": signature }, /does not confirm/],
  ["no signature of the token", { kubeconfig, "jws-kubeconfig-aaaaaa": signature }, /no signature of the token 07401b/],
  ["no configuration", { "jws-kubeconfig-07401b": signature }, /no key kubeconfig/],
  ["an empty signature", { kubeconfig, "jws-kubeconfig-07401b": "" }, /does not confirm/],
  ["a signature that is not base64url", { kubeconfig, "jws-kubeconfig-07401b": `${signature}=` }, /does not confirm/],
  ["a payload", { kubeconfig, "jws-kubeconfig-07401b": signature.replace("..", ".e30.") }, /does not confirm/],
])("verifyClusterInfo() rejects a ConfigMap with %s", async (_what, data, message) => {
  await expect(verifyClusterInfo(map(data as Record<string, string>), token)).rejects.toThrow(message);
  await expect(verifyClusterInfo(map(data as Record<string, string>), token)).rejects.toThrow(ClusterInfoError);
});

test("verifyClusterInfo() rejects the signature of another token", async () => {
  const data = { kubeconfig, "jws-kubeconfig-07401b": signature };
  await expect(verifyClusterInfo(map(data), "07401b.f395accd246ae52e")).rejects.toThrow(/does not confirm/);
});

test("verifyClusterInfo() accepts no algorithm but HS256", async () => {
  const headers = ['{"alg":"none","kid":"07401b"}', '{"alg":"HS512","kid":"07401b"}', '{"alg":"RS256","kid":"07401b"}'];
  const otherHeaders = headers.map((header) => signature.replace(/^\w+/, Buffer.from(header).toString("base64url")));
  const signatures = [await sign({ alg: "HS512", kid: "07401b" }, 64), ...headers.map(hmacWithHeader), ...otherHeaders];
  for (const jws of signatures) {
    const data = { kubeconfig, "jws-kubeconfig-07401b": jws };
    await expect(verifyClusterInfo(map(data), token)).rejects.toThrow(/does not confirm/);
  }
});

test.each([
  "",
  "07401b",
  "07401b.F395ACCD246AE52D",
  "07401b.f395accd246ae52d ",
  "07401b.f395accd246ae52",
  "x".repeat(1e6),
])("verifyClusterInfo() rejects a malformed token without repeating it", async (malformed) => {
  const data = { kubeconfig, "jws-kubeconfig-07401b": signature };
  await expect(verifyClusterInfo(map(data), malformed)).rejects.toThrow(/^a bootstrap token has six characters/);
});
