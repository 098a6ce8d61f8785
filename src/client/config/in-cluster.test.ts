import { expect, test } from "vitest";
import { ClientAuthority } from "../../../test/support/client-authority.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { clientConfiguration } from "./client-configuration.ts";
import { inClusterConfig } from "./in-cluster.ts";
import { type MemorySource, memorySource, noRunner } from "./testing/memory-source.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";
const { signal } = new AbortController();

function podSource(files: Readonly<Record<string, string>> = {}): MemorySource {
  const source = memorySource({ [`${folder}/token`]: "first", [`${folder}/namespace`]: "blue\n", ...files });
  source.env["ORCH_SERVICE_HOST"] = "10.0.0.1";
  source.env["ORCH_SERVICE_PORT"] = "443";
  return source;
}

test("inClusterConfig() reads the server, CA, namespace and token of the Pod", async () => {
  using authority = await ClientAuthority.create();
  const { credentials, ...rest } = await inClusterConfig({
    source: podSource({ [`${folder}/ca.crt`]: authority.certificate }),
  });
  expect(rest).toEqual({
    server: new URL("https://10.0.0.1:443"),
    ca: authority.certificate,
    insecure: false,
    disableCompression: false,
    namespace: "blue",
  });
  expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Bearer first" } });
});

test("the token of a Pod is read again after 50 seconds, and after invalidate()", async () => {
  const source = podSource();
  const clock = new ManualClock();
  const { credentials } = await inClusterConfig({ source, clock });
  source.files.set(`${folder}/token`, "second");
  await clock.advance(49_999);
  expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Bearer first" } });
  await clock.advance(1);
  expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Bearer second" } });
  source.files.set(`${folder}/token`, "third");
  credentials.invalidate();
  expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Bearer third" } });
});

test("inClusterConfig() reads the variables of the kubernetes vocabulary, and accepts an IPv6 address", async () => {
  const source = podSource();
  source.env["KUBERNETES_SERVICE_HOST"] = "fd00::1";
  source.env["KUBERNETES_SERVICE_PORT"] = "6443";
  const { server } = await inClusterConfig({ source, vocabulary: "kubernetes" });
  expect(server.href).toBe("https://[fd00::1]:6443/");
});

test("inClusterConfig() uses the proxy of the environment", async () => {
  const source = podSource();
  source.env["HTTPS_PROXY"] = "http://proxy.test:3128";
  expect((await inClusterConfig({ source })).proxy?.href).toBe("http://proxy.test:3128/");
  source.env["HTTPS_PROXY"] = "ftp://proxy.test";
  await expect(inClusterConfig({ source })).rejects.toThrow("environment: HTTPS_PROXY: names the scheme ftp");
});

test("outside a Pod, inClusterConfig() throws an error that names the missing variables", async () => {
  await expect(inClusterConfig({ source: memorySource() })).rejects.toThrow(
    "environment: ORCH_SERVICE_HOST and ORCH_SERVICE_PORT do not name a server: this process runs in no Pod",
  );
});

test("inClusterConfig() throws an error that names the missing token or the invalid CA file", async () => {
  const source = podSource({ [`${folder}/ca.crt`]: "junk" });
  await expect(inClusterConfig({ source })).rejects.toThrow(`${folder}/ca.crt: holds no certificate in PEM`);
  source.files.delete(`${folder}/token`);
  await expect(inClusterConfig({ source })).rejects.toThrow(`${folder}/token of the service account does not exist`);
});

test("clientConfiguration() prefers files to the Pod, and names the files it looked for if it finds neither", async () => {
  const options = { source: podSource(), runner: noRunner };
  expect((await clientConfiguration(options)).server.host).toBe("10.0.0.1");
  const file = JSON.stringify({
    "current-context": "c",
    clusters: [{ name: "c", cluster: { server: "https://file.test" } }],
    contexts: [{ name: "c", context: { cluster: "c" } }],
  });
  options.source.files.set("/home/ann/.orch/config", file);
  expect((await clientConfiguration(options)).server.host).toBe("file.test");
  await expect(clientConfiguration({ source: memorySource(), runner: noRunner })).rejects.toThrow(
    "/home/ann/.orch/config: no client configuration was found; pass the path of a configuration file",
  );
});
