/** Files with the certificates for etcd that cannot be used. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readEtcdTls } from "../../src/app/pki/etcd-files.ts";
import { OpensslAuthority } from "../support/openssl-authority.ts";

const folder = mkdtempSync(join(tmpdir(), "orch-etcd-files-"));
const authority = OpensslAuthority.create(join(folder, "ca"), "etcd-ca");
const [one, other] = [authority.issue({ subject: "/CN=one" }), authority.issue({ subject: "/CN=other" })];

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const caFile = file("ca.crt", authority.certificate);
const certFile = file("one.crt", one.cert);
const keyFile = file("one.key", one.key);
const otherKeyFile = file("other.key", other.key);
const text = file("text", "text");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("certificates and a key that belong together are read", () => {
  expect(readEtcdTls({ caFile, certFile, keyFile }).certificate?.toString()).toBe(one.cert);
});

test.each([
  [
    "a key of another certificate",
    { keyFile: otherKeyFile },
    `--etcd-keyfile: ${otherKeyFile} does not belong to the certificate in ${certFile}`,
  ],
  ["a text in place of the certificate", { certFile: text }, `--etcd-certfile: ${text} contains no certificate in PEM`],
  [
    "a text in place of the key",
    { keyFile: text },
    `--etcd-keyfile: ${text} contains no private key in PEM that can be read`,
  ],
  ["a text in place of the CA", { caFile: text }, `--etcd-cafile: ${text} contains no certificate in PEM`],
])("%s is rejected with its flag", (_, files, message) => {
  expect(() => readEtcdTls({ caFile, certFile, keyFile, ...files })).toThrow(message);
});
