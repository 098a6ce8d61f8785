import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connectEtcd } from "../testing/etcd-client.ts";
import { EtcdCluster } from "../testing/etcd-process.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";

/** Makes a CA, and certificates that it signs, in a directory. */
function makeCertificates(directory: string): void {
  const openssl = (...args: readonly string[]): void => {
    execFileSync("openssl", args, { cwd: directory, stdio: "ignore" });
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=etcd-ca", "-days", "2");
  for (const name of ["server", "client"]) {
    const extensions = ["-addext", "subjectAltName=IP:127.0.0.1"];
    openssl("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`, ...extensions);
    const signing = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-copy_extensions", "copy", "-days", "2"];
    openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.crt`, ...signing);
  }
}

test("https with a client certificate works, and fails without one or with a foreign CA", {
  timeout: 60_000,
}, async () => {
  using directory = new TemporaryDirectory();
  makeCertificates(directory.path);
  const path = (name: string): string => join(directory.path, name);
  const read = (name: string): Buffer => readFileSync(path(name));
  await using cluster = await EtcdCluster.start({
    scheme: "https",
    flags: [
      `--cert-file=${path("server.crt")}`,
      `--key-file=${path("server.key")}`,
      `--trusted-ca-file=${path("ca.crt")}`,
      "--client-cert-auth",
    ],
  });
  const client = { certificate: read("client.crt"), key: read("client.key") };
  await using engine = await connectEtcd({ servers: cluster.urls, tls: { ca: read("ca.crt"), ...client } });
  const revision = await engine.put("/a", Buffer.from("x"), 0);
  expect(await engine.get("/a")).toMatchObject({ revision });
  const refused = { code: "unavailable" };
  await expect(connectEtcd({ servers: cluster.urls, tls: { ca: read("ca.crt") } })).rejects.toMatchObject(refused);
  await expect(connectEtcd({ servers: cluster.urls, tls: client })).rejects.toMatchObject(refused);
});
