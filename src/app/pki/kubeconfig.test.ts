import { generateKeyPairSync } from "node:crypto";
import { KubeConfig, loadYaml } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { containsKubeconfig, kubeconfig, withReadableKey } from "./kubeconfig.ts";

const options = {
  server: "https://127.0.0.1:6443",
  clusterName: "orch",
  userName: "orch-admin",
  ca: "-----BEGIN CERTIFICATE-----\nca\n-----END CERTIFICATE-----\n",
  certificate: "certificate\n",
  key: "key\n",
};

test("a client configuration embeds all certificates and keys", () => {
  expect(loadYaml(kubeconfig(options))).toEqual({
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: "orch",
        cluster: {
          server: "https://127.0.0.1:6443",
          "certificate-authority-data": "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmNhCi0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K",
        },
      },
    ],
    users: [
      {
        name: "orch-admin",
        user: { "client-certificate-data": "Y2VydGlmaWNhdGUK", "client-key-data": "a2V5Cg==" },
      },
    ],
    contexts: [{ name: "orch-admin@orch", context: { cluster: "orch", user: "orch-admin" } }],
    "current-context": "orch-admin@orch",
  });
});

test("names with a special meaning in YAML stay strings", () => {
  const clusterName = 'no: "yes" # \\ \n *x';
  const read = loadYaml<{ "current-context": string }>(kubeconfig({ ...options, clusterName, userName: "null" }));
  expect(read["current-context"]).toBe(`null@${clusterName}`);
});

test("another client library reads the configuration", () => {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig(options));
  expect(config.getCurrentCluster()).toMatchObject({ name: "orch", server: "https://127.0.0.1:6443" });
  expect(config.getCurrentUser()).toMatchObject({ name: "orch-admin", keyData: "a2V5Cg==" });
});

test("containsKubeconfig() accepts a reformatted file until the server or the credentials change", () => {
  const written = [
    "apiVersion: v1",
    "clusters:",
    "- cluster:",
    "    certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCmNhCi0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K",
    "    server: https://127.0.0.1:6443",
    "contexts:",
    "- context: {namespace: shop}",
    "users:",
    "- user: {client-certificate-data: Y2VydGlmaWNhdGUK, client-key-data: a2V5Cg==}",
  ].join("\n");
  expect(containsKubeconfig(written, options)).toBe(true);
  expect(containsKubeconfig(kubeconfig(options), options)).toBe(true);
  for (const change of [{ server: "https://127.0.0.1:644" }, { ca: "other" }, { certificate: "x" }, { key: "y" }]) {
    expect(containsKubeconfig(written, { ...options, ...change })).toBe(false);
  }
});

describe("a key that older releases wrote in the form of PKCS #8", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const pkcs8 = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const sec1 = privateKey.export({ type: "sec1", format: "pem" }).toString();
  const with8 = { server: "https://a", clusterName: "c", userName: "u", ca: "ca", certificate: "cert", key: pkcs8 };
  const base64 = (text: string): string => Buffer.from(text).toString("base64");

  test("a PKCS #8 key is written in SEC 1 form, which every client library reads", () => {
    expect(sec1).toMatch(/^-----BEGIN EC PRIVATE KEY-----\n/);
    expect(kubeconfig(with8)).toContain(`client-key-data: ${base64(sec1)}\n`);
  });

  test("withReadableKey() replaces only the key in an existing file", () => {
    const file = kubeconfig(with8)
      .replace(base64(sec1), base64(pkcs8))
      .replace("user: ", "namespace: mine\n      user: ");
    expect(containsKubeconfig(file, with8)).toBe(true);
    expect(withReadableKey(file, pkcs8)).toBe(file.replace(base64(pkcs8), base64(sec1)));
  });

  test("a key that is not elliptic-curve keeps its form", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const pem = rsa.export({ type: "pkcs8", format: "pem" }).toString();
    expect(kubeconfig({ ...with8, key: pem })).toContain(base64(pem));
  });
});
