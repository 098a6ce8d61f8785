/** Credentials with which the server calls webhooks, from the configuration of a plugin. */
import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { startStoredServer } from "../support/stored-server.ts";
import { configurationsPath, webhookSpec } from "./admission-webhook.ts";

/** Returns the text of an AdmissionConfiguration for ValidatingAdmissionWebhook. */
function admissionConfiguration(kubeConfigFile: string): string {
  return JSON.stringify({
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AdmissionConfiguration",
    plugins: [
      {
        name: "ValidatingAdmissionWebhook",
        configuration: {
          apiVersion: "apiserver.config.k8s.io/v1",
          kind: "WebhookAdmissionConfiguration",
          kubeConfigFile,
        },
      },
    ],
  });
}

async function allow(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { kind, apiVersion, request } = JSON.parse(await text(incoming)) as Record<"kind" | "apiVersion", string> & {
    readonly request: { readonly uid: string };
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ kind, apiVersion, response: { uid: request.uid, allowed: true } }));
}

test("a webhook gets the server's user agent, and the credentials of the user named after its host, or else those of *", async () => {
  using authority = await ClientAuthority.create();
  using folder = new TemporaryDirectory();
  const seen: (readonly (string | undefined)[])[] = [];
  const identity = await authority.issue({ name: "webhook", usage: "serverAuth", hosts: ["127.0.0.1", "localhost"] });
  const options = { ...identity, ca: authority.certificate, requestCert: true, rejectUnauthorized: false };
  await using webhook = createServer(options, (request, response) => {
    const peer = (request.socket as TLSSocket).getPeerCertificate() as { subject?: { CN?: string } };
    seen.push([request.headers["user-agent"], request.headers.authorization, peer.subject?.CN]);
    void allow(request, response);
  });
  await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
  const { port } = webhook.address() as AddressInfo;
  const client = await authority.issue({ name: "api-server" });
  const file = (name: string, content: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  file("client.crt", client.cert);
  file("client.key", client.key);
  const users = [
    { name: `127.0.0.1:${port}`, user: { token: "of-the-host" } },
    { name: "*", user: { "client-certificate": "client.crt", "client-key": "client.key" } },
  ];
  const kubeconfig = file("users.json", JSON.stringify({ apiVersion: "v1", kind: "Config", users }));
  const configuration = file("admission.json", admissionConfiguration(kubeconfig));
  const flags = [`--admission-control-config-file=${configuration}`];
  await using server = await startStoredServer({ vocabulary: "kubernetes", flags });
  const caBundle = Buffer.from(authority.certificate).toString("base64");
  for (const [index, host] of ["127.0.0.1", "localhost"].entries()) {
    const name = `w${index}`;
    const webhooks = [webhookSpec(name, { url: `https://${host}:${port}/`, caBundle })];
    await server.request(configurationsPath("validating"), { body: { metadata: { name }, webhooks } });
  }
  const created = await server.request("/api/v1/namespaces/default/configmaps", { body: { metadata: { name: "a" } } });
  expect(created.status).toBe(201);
  expect(new Set(seen)).toEqual(
    new Set([
      ["kube-apiserver-admission", undefined, "api-server"],
      ["kube-apiserver-admission", "Bearer of-the-host", undefined],
    ]),
  );
  webhook.closeAllConnections();
});

test("a server does not start without the file that a plugin's configuration names", async () => {
  using folder = new TemporaryDirectory();
  const path = join(folder.path, "admission.json");
  writeFileSync(path, admissionConfiguration(join(folder.path, "missing")));
  const flags = [`--admission-control-config-file=${path}`];
  await expect(startStoredServer({ vocabulary: "kubernetes", flags })).rejects.toThrow(
    /couldn't init admission plugin "ValidatingAdmissionWebhook": .*missing: there is no such file/,
  );
});
