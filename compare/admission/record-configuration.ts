/**
 * Records how the reference answers to files for `--admission-control-config-file`:
 * `npx tsx compare/admission/record-configuration.ts DIR PORT`. DIR is the directory of a running reference, which `up.sh` has
 * started, and PORT the port of its etcd.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { freePortRange } from "../../test/support/free-port.ts";
import { configurationCases } from "./configuration-cases.ts";

const output = join(import.meta.dirname, "../../src/app/admission/fixtures/configuration-messages.json");
const [directory = "", etcdPort = ""] = process.argv.slice(2);
const program = join(dirname(directory), ".reference-bin/kube-apiserver");

/** The last message of a server that does not start. */
const failure = /err="failed to apply admission: (.*)"$/;
/** The beginning of such a message with several lines. Each line begins with a tab, and `>` follows. */
const longFailure = /err=<$/;
/** A message of a server that has made its plugins. */
const success = /Loaded \d+ validating admission controller/;

/** Starts a server with these flags until it has read the file. Returns its message; null if it accepts the file. */
async function messageWith(flags: readonly string[]): Promise<string | null> {
  const pki = (name: string): string => join(directory, "pki", name);
  const server = spawn(
    program,
    [
      `--etcd-servers=http://127.0.0.1:${etcdPort}`,
      `--secure-port=${await freePortRange(1)}`,
      "--bind-address=127.0.0.1",
      "--advertise-address=127.0.0.1",
      `--tls-cert-file=${pki("server.crt")}`,
      `--tls-private-key-file=${pki("server.key")}`,
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${pki("sa.key")}`,
      `--service-account-signing-key-file=${pki("sa.key")}`,
      "--service-cluster-ip-range=10.96.0.0/12",
      "--authorization-mode=RBAC",
      ...flags,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let message: string | null | undefined;
  let lines: string[] | undefined;
  for await (const line of createInterface(server.stderr)) {
    const [, text] = failure.exec(line) ?? [];
    if (text !== undefined) message = JSON.parse(`"${text}"`) as string;
    if (success.test(line)) message = null;
    if (lines && line === " >") message = lines.join("\n").replace("failed to apply admission: ", "");
    lines?.push(line.slice(1));
    if (longFailure.test(line)) lines = [];
    if (message !== undefined) break;
  }
  server.kill("SIGKILL");
  if (message === undefined) throw new Error(`${flags.join(" ")}: no message`);
  return message;
}

/** Lists the types of event limits in alphabetical order. The reference lists them in a random order. */
function withSortedTypes(message: string | null): string | null {
  if (message === null) return null;
  return message.replace(
    /("(?:Namespace|Server|SourceAndObject|User)")(, "(?:Namespace|Server|SourceAndObject|User)"){3}/g,
    (types) => types.split(", ").sort().join(", "),
  );
}

const workDir = join(directory, "admission");
mkdirSync(workDir, { recursive: true });
const recorded = [];
for (const [index, { title, files, enabled }] of configurationCases.entries()) {
  const folder = join(workDir, String(index));
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const message = await messageWith([
    ...(Object.keys(files).length > 0 ? [`--admission-control-config-file=${join(folder, "admission.yaml")}`] : []),
    ...(enabled === undefined ? [] : [`--enable-admission-plugins=${enabled}`]),
  ]);
  recorded.push({ title, files, ...(enabled === undefined ? {} : { enabled }), message: withSortedTypes(message) });
}
/** One case per line, so that a changed case is a changed line. */
writeFileSync(output, `[\n${recorded.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
process.stdout.write(`${recorded.length} files in ${output}\n`);
