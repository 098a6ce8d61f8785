/** Processes of a run: API servers, controller managers and schedulers. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectTo } from "../../compare/servers.ts";
import { controllerNames } from "../../src/controllers/names.ts";
import { freePortRange } from "../support/free-port.ts";
import { buildProgram, OrchProcess } from "../support/orch-process.ts";
import type { WireClient } from "../support/wire-client.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

/** Folder of logs, data and unpacked programs. */
export const workDir = join(root, ".cache/real-controllers");

/** An API server and the paths of the keys that the controllers need. */
export interface ApiServer extends AsyncDisposable {
  readonly client: WireClient;
  readonly kubeconfig: string;
  readonly files: { readonly ca: string; readonly caKey: string; readonly serviceAccountKey: string };
}

/** A running controller manager or scheduler. */
export interface Program {
  readonly name: string;
  /** @throws Error if the program has ended */
  requireRunning(): void;
  /** Returns the log so far. @throws Error if the program has ended */
  log(): string;
  stop(): Promise<void>;
}

/** The folder with the real programs. */
export class Binaries {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the programs that the folder contains neither unpacked nor packed. */
  missing(names: readonly string[]): readonly string[] {
    return names.filter(
      (name) => !existsSync(join(this.#folder, name)) && !existsSync(join(this.#folder, `${name}.xz`)),
    );
  }

  /** Returns the path of a program. Unpacks it if necessary. */
  async path(name: string): Promise<string> {
    const plain = join(this.#folder, name);
    if (existsSync(plain)) return plain;
    const unpacked = join(workDir, name);
    if (!existsSync(unpacked)) {
      await run("bash", ["-c", 'xz -dc "$0" >"$1"', `${plain}.xz`, unpacked]);
      chmodSync(unpacked, 0o755);
    }
    return unpacked;
  }

  /** Starts the controller manager and the scheduler on a server, each as its own user. */
  async startControllers(label: string, server: ApiServer): Promise<Program[]> {
    const { files } = server;
    const port = await freePortRange(2);
    const folder = join(workDir, label);
    mkdirSync(folder, { recursive: true });
    const flagsOf = async (user: string): Promise<readonly string[]> => {
      const kubeconfig = await writeKubeconfig(user, server, folder);
      return [
        `--kubeconfig=${kubeconfig}`,
        `--authentication-kubeconfig=${kubeconfig}`,
        `--authorization-kubeconfig=${kubeconfig}`,
        "--leader-elect=false",
      ];
    };
    const manager = [
      ...(await flagsOf("system:kube-controller-manager")),
      `--service-account-private-key-file=${files.serviceAccountKey}`,
      "--use-service-account-credentials",
      `--root-ca-file=${files.ca}`,
      `--cluster-signing-cert-file=${files.ca}`,
      `--cluster-signing-key-file=${files.caKey}`,
      `--secure-port=${port}`,
      `--cert-dir=${join(folder, "manager-certificates")}`,
      `--flex-volume-plugin-dir=${join(folder, "plugins")}`,
      // The distributor of these programs added the controller that is switched off, and its role to the reference.
      "--controllers=*,bootstrapsigner,tokencleaner,-service-ca-certificate-publisher-controller",
      "--horizontal-pod-autoscaler-sync-period=5s",
      "--kube-api-content-type=application/vnd.kubernetes.protobuf",
      // At this level, the log has the headers of every response.
      "--v=8",
    ];
    const scheduler = [
      ...(await flagsOf("system:kube-scheduler")),
      `--secure-port=${port + 1}`,
      `--cert-dir=${join(folder, "scheduler-certificates")}`,
    ];
    mkdirSync(join(folder, "plugins"), { recursive: true });
    return [
      startProgram("kube-controller-manager", await this.path("kube-controller-manager"), manager, folder),
      startProgram("kube-scheduler", await this.path("kube-scheduler"), scheduler, folder),
    ];
  }

  /** The folder, which also contains the script that starts the reference. */
  get folder(): string {
    return this.#folder;
  }
}

/** Returns the programs of a folder. */
export function binariesIn(folder: string): Binaries {
  return new Binaries(folder);
}

/** Writes a client configuration with a new certificate of a user. Returns its path. */
async function writeKubeconfig(user: string, { kubeconfig, files }: ApiServer, folder: string): Promise<string> {
  const path = join(folder, user.replaceAll(":", "-"));
  const subject = `/CN=${user}`;
  await run("openssl", [
    "req",
    "-new",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    subject,
    "-keyout",
    `${path}.key`,
    "-out",
    `${path}.csr`,
  ]);
  writeFileSync(`${path}.ext`, "extendedKeyUsage=clientAuth\n");
  const signer = ["-CA", files.ca, "-CAkey", files.caKey, "-CAcreateserial", "-CAserial", `${path}.srl`];
  await run("openssl", [
    "x509",
    "-req",
    "-in",
    `${path}.csr`,
    ...signer,
    "-days",
    "2",
    "-extfile",
    `${path}.ext`,
    "-out",
    `${path}.crt`,
  ]);
  const encode = (file: string): string => readFileSync(file).toString("base64");
  const text = readFileSync(kubeconfig, "utf8")
    .replace(/client-certificate-data: \S+?(?=[,}\s])/, `client-certificate-data: ${encode(`${path}.crt`)}`)
    .replace(/client-key-data: \S+?(?=[,}\s])/, `client-key-data: ${encode(`${path}.key`)}`);
  writeFileSync(`${path}.kubeconfig`, text);
  return `${path}.kubeconfig`;
}

function startProgram(name: string, path: string, args: readonly string[], folder: string): Program {
  const file = join(folder, `${name}.log`);
  const output = openSync(file, "w");
  const child: ChildProcess = spawn(path, args, { cwd: folder, stdio: ["ignore", output, output] });
  const end = (): string | number | null => child.exitCode ?? child.signalCode;
  const requireRunning = (): void => {
    if (end() !== null) throw new Error(`${name} ended with ${end()}; see ${file}`);
  };
  return {
    name,
    requireRunning,
    log: () => {
      requireRunning();
      return readFileSync(file, "utf8");
    },
    stop: async () => {
      if (end() !== null) return;
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

/** Builds orch and starts it with a new data directory and without its own controllers. */
export async function startOrch(): Promise<ApiServer> {
  await buildProgram();
  const dataDir = join(workDir, "orch-data");
  const none = Object.values(controllerNames).map(({ name }) => `-${name}`);
  const flags = [
    "--vocabulary=kubernetes",
    "--secure-port=0",
    `--data-dir=${dataDir}`,
    `--controllers=${none.join(",")}`,
  ];
  const program = new OrchProcess(["up", ...flags]);
  await program.waitUntilReady();
  return connectAsAdministrator(dataDir, () => program[Symbol.asyncDispose]());
}

/** The reference needs one port for the API server and two for etcd. */
const portsOfReference = 3;

/** Starts the reference with a new data directory. */
export async function startReference(binaries: Binaries): Promise<ApiServer> {
  const folder = join(workDir, "reference");
  mkdirSync(folder, { recursive: true });
  const port = await freePortRange(portsOfReference);
  const script = join(binaries.folder, "up.sh");
  // The servers inherit the output and keep running, so the script writes to a file instead of a pipe that would stay
  // open.
  await run("bash", ["-c", '"$0" "$@" >"$OUTPUT" 2>&1', script, folder, String(port)], {
    env: { ...process.env, OUTPUT: join(workDir, "reference-start.log") },
  });
  const pids = readFileSync(join(folder, "pids"), "utf8").trim().split("\n").map(Number);
  return connectAsAdministrator(folder, async () => {
    for (const pid of pids.toReversed()) process.kill(pid, "SIGTERM");
  });
}

/** Connects to a running server whose folder contains its keys and the administrator's kubeconfig. */
async function connectAsAdministrator(folder: string, stop: () => Promise<void>): Promise<ApiServer> {
  const kubeconfig = join(folder, "admin.kubeconfig");
  const { client } = await connectTo(kubeconfig);
  const pki = join(folder, "pki");
  return {
    client,
    kubeconfig,
    files: { ca: join(pki, "ca.crt"), caKey: join(pki, "ca.key"), serviceAccountKey: join(pki, "sa.key") },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await stop();
    },
  };
}
