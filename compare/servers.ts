/** Starts the two servers that are compared, or uses running ones. */

import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SecureContextOptions } from "node:tls";
import { promisify } from "node:util";
import { deferred } from "../src/base/deferred.ts";
import { parseYaml } from "../src/codec/index.ts";
import type { ClientCertificate } from "../test/authentication/reference/client-certificates.ts";
import { orchFlags, referenceFlags, writeReferencePki } from "../test/authentication/reference/shared-credentials.ts";
import { freePortRange } from "../test/support/free-port.ts";
import { buildProgram, OrchProcess } from "../test/support/orch-process.ts";
import { WireClient } from "../test/support/wire-client.ts";
import { configuredPlugins, startImageWebhook, writeConfiguration } from "./admission/configured-servers.ts";
import { auditPolicy } from "./audit-policy.ts";
import { sharedCredentials } from "./authentication/compared-credentials.ts";
import { openStoredValues, type StoredValues, startEncryption, startEtcd } from "./encryption/encrypted-servers.ts";
import { writeEndpoint } from "./endpoint/endpoint-servers.ts";
import type { PluginChoice } from "./suite.ts";

const root = dirname(import.meta.dirname);
const workDir = join(root, ".cache/compare");
/** Folder of the reference's unpacked programs. */
const referencePrograms = join(workDir, ".reference-bin");
const referenceScript = join(root, "../shared/reference/up.sh");

/** A server under comparison. */
export interface RunningServer extends AsyncDisposable {
  /** Host and port, which may occur in answers. */
  readonly host: string;
  /** Name of the user whose certificate the client presents. */
  readonly userName: string;
  readonly client: WireClient;
  /** Path of the audit log. Undefined if the server has none. */
  readonly auditLog?: string;
  /** The values in the store. Undefined if no suite of these servers reads them. */
  readonly storedValues?: StoredValues;
  /** A client without a certificate. */
  readonly anonymousClient: WireClient;
  /** Certificates and key of the client. */
  readonly credentials: SecureContextOptions;
  /** Returns a client with another certificate. */
  connect(certificate: ClientCertificate): WireClient;
  /** Sends a signal to the process. Undefined for a server that runs already. */
  readonly signal?: (name: NodeJS.Signals) => void;
  /** Whether the process still runs. Undefined as before. */
  readonly isRunning?: () => boolean;
  /** Starts a server of the same type with more flags. Waits until an earlier one has ended. Undefined as before. */
  readonly startAnother?: (flags: readonly string[]) => Promise<RunningServer>;
}

/** Number of ports: one of the API server and two of etcd. */
const portsOfReference = 3;

/** Plugins that are on by default, and that only the choice `pods` leaves on. */
const defaultPodPlugins = ["LimitRanger", "Priority", "RuntimeClass", "ServiceAccount", "TaintNodesByCondition"];

/** Plugins that are off by default, and that the choice `pods` enables. */
const optionalPodPlugins = [
  "AlwaysPullImages",
  "ExtendedResourceToleration",
  "LimitPodHardAntiAffinityTopology",
  "PodNodeSelector",
  "PodTolerationRestriction",
];

const optionalPlugins: Readonly<Record<PluginChoice, readonly string[]>> = {
  usual: [],
  pods: optionalPodPlugins,
  configured: configuredPlugins,
  mutating: [],
  cbor: [],
  audited: [],
  encrypted: [],
  "encrypted-locked": [],
  endpoint: [],
  features: [],
};

/** Whether the servers encrypt objects. Then both of them use an etcd. */
function isEncrypted(plugins: PluginChoice): boolean {
  return plugins === "encrypted" || plugins === "encrypted-locked";
}

/** Returns the flags that both servers get. */
function commonFlags(plugins: PluginChoice): readonly string[] {
  const enabledPlugins = ["NodeRestriction", ...optionalPlugins[plugins]];
  const disabledPlugins = plugins === "pods" ? [] : defaultPodPlugins;
  return [
    "--runtime-config=api/all=true",
    `--enable-admission-plugins=${enabledPlugins.join(",")}`,
    ...(disabledPlugins.length > 0 ? [`--disable-admission-plugins=${disabledPlugins.join(",")}`] : []),
    ...(plugins === "mutating" ? ["--feature-gates=MutatingAdmissionPolicy=true"] : []),
    ...(plugins === "encrypted" ? ["--feature-gates=AllowUnsafeMalformedObjectDeletion=true"] : []),
    ...(plugins === "features" ? ["--feature-gates=AllAlpha=true,AllBeta=true"] : []),
    ...(plugins === "cbor" ? ["--feature-gates=CBORServingAndStorage=true"] : []),
  ];
}

/** Returns the path of the audit log in a folder, and the flags of the log. Empty for servers without it. */
function auditOptions(
  plugins: PluginChoice,
  directory: string,
): { readonly flags: readonly string[]; readonly auditLog?: string } {
  if (plugins !== "audited" && !isEncrypted(plugins)) return { flags: [] };
  const policy = join(workDir, "audit-policy.yaml");
  mkdirSync(workDir, { recursive: true });
  writeFileSync(policy, auditPolicy);
  const auditLog = `${directory}-audit.log`;
  rmSync(auditLog, { force: true });
  return { auditLog, flags: [`--audit-policy-file=${policy}`, `--audit-log-path=${auditLog}`] };
}

/** Returns whether this machine has the reference beside the checkout. */
export function hasReference(): boolean {
  return existsSync(referenceScript);
}

/** A webhook or key service, and files that both servers need, and the flags that name them. */
export interface Surroundings extends AsyncDisposable {
  readonly flags: readonly string[];
}

/** Starts the webhook or the key service that the servers ask, and writes their configuration. Other plugins need nothing. */
export async function startSurroundings(plugins: PluginChoice): Promise<Surroundings> {
  if (isEncrypted(plugins)) {
    const { plugin, flags } = await startEncryption(join(workDir, plugins), plugins === "encrypted");
    return { flags, [Symbol.asyncDispose]: () => plugin[Symbol.asyncDispose]() };
  }
  if (plugins === "endpoint") {
    const flags = await writeEndpoint(join(workDir, plugins), await sharedCredentials());
    return { flags, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  if (plugins !== "configured") return { flags: [], [Symbol.asyncDispose]: () => Promise.resolve() };
  const webhook = await startImageWebhook();
  return {
    flags: [writeConfiguration(join(workDir, "configured"), webhook)],
    [Symbol.asyncDispose]: () => webhook[Symbol.asyncDispose](),
  };
}

/** Starts a new reference on free ports. It takes about ten seconds. */
export async function startReference(
  plugins: PluginChoice = "usual",
  moreFlags: readonly string[] = [],
  name: string = plugins,
): Promise<RunningServer> {
  const directory = join(workDir, `reference-${name}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const port = await freePortRange(portsOfReference);
  const shared = await sharedCredentials();
  await writeReferencePki(join(directory, "pki"), shared);
  const { flags: auditFlags, ...audit } = auditOptions(plugins, directory);
  const flags = [...commonFlags(plugins), ...referenceFlags(shared), ...moreFlags, ...auditFlags];
  // The programs keep running and inherit the output, so the end of the output must not be awaited.
  await promisify(execFile)(
    "bash",
    ["-c", '"$0" "$@" >"$OUTPUT" 2>&1', referenceScript, directory, String(port), ...flags],
    {
      env: { ...process.env, OUTPUT: join(workDir, "reference.log") },
    },
  );
  const pids = readFileSync(join(directory, "pids"), "utf8").trim().split("\n").map(Number);
  const server = await connectTo(join(directory, "admin.kubeconfig"));
  const storedValues = isEncrypted(plugins) ? await openStoredValues(`http://127.0.0.1:${port + 1}`) : undefined;
  const kill = (pid: number, signal: NodeJS.Signals): void => {
    if (isRunning(pid)) process.kill(pid, signal);
  };
  return {
    ...server,
    ...audit,
    ...(storedValues ? { storedValues } : {}),
    signal: (signal) => kill(pids.at(-1) ?? 0, signal),
    isRunning: () => isRunning(pids.at(-1) ?? 0),
    startAnother: oneAtATime((flags) => startReference(plugins, [...moreFlags, ...flags], `${name}-another`)),
    async [Symbol.asyncDispose]() {
      await storedValues?.[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      for (const pid of pids.toReversed()) kill(pid, "SIGTERM");
    },
  };
}

/** Whether a process runs. A process that has ended can remain until its parent has read its exit code. */
function isRunning(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/\) Z /.test(readFileSync(path, "utf8"));
}

type Start = (flags: readonly string[]) => Promise<RunningServer>;

/** Returns a function that starts servers, each when the previous one has ended. */
function oneAtATime(start: Start): Start {
  let previous: Promise<unknown> = Promise.resolve();
  return async (flags) => {
    const ended = deferred();
    const before = previous;
    previous = ended.promise;
    await before;
    const server = await start(flags);
    return {
      ...server,
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]();
        ended.resolve();
      },
    };
  };
}

/** Builds orch and starts it on a new data directory. */
export async function startOrch(
  plugins: PluginChoice = "usual",
  moreFlags: readonly string[] = [],
  name: string = plugins,
): Promise<RunningServer> {
  await buildProgram();
  const dataDir = join(workDir, `orch-${name}`);
  rmSync(dataDir, { recursive: true, force: true });
  const shared = orchFlags(await sharedCredentials());
  const { flags: auditFlags, ...audit } = auditOptions(plugins, dataDir);
  const etcd = isEncrypted(plugins) ? await startEtcd(`${dataDir}-etcd`, referencePrograms) : undefined;
  const store = etcd ? [`--etcd-servers=${etcd.url}`] : [];
  const common = [...commonFlags(plugins), ...moreFlags, ...auditFlags, ...store];
  const flags = ["--vocabulary=kubernetes", "--secure-port=0", `--data-dir=${dataDir}`, ...common, ...shared];
  const program = new OrchProcess(["apiserver", ...flags]);
  await program.waitUntilReady();
  const server = await connectTo(join(dataDir, "admin.kubeconfig"));
  const storedValues = etcd && (await openStoredValues(etcd.url));
  return {
    ...server,
    ...audit,
    ...(storedValues ? { storedValues } : {}),
    signal: (signal) => process.kill(program.pid, signal),
    isRunning: () => isRunning(program.pid),
    startAnother: oneAtATime((more) => startOrch(plugins, [...moreFlags, ...more], `${name}-another`)),
    async [Symbol.asyncDispose]() {
      await storedValues?.[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await program[Symbol.asyncDispose]();
      await etcd?.kill();
    },
  };
}

/** The parts of a client configuration that a comparison reads. */
interface ConfigDocument {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

/** Connects to a running server. Reads its first cluster and user from a client configuration with embedded keys. */
export async function connectTo(kubeconfig: string): Promise<RunningServer> {
  const { clusters, users } = (await parseYaml(readFileSync(kubeconfig))).value as ConfigDocument;
  const [{ cluster }, { user }] = [clusters[0], users[0]];
  const embedded = (entry: Readonly<Record<string, string>>, name: string): string => {
    const data = entry[`${name}-data`];
    if (data === undefined) throw new Error(`${kubeconfig}: ${name}-data is missing`);
    return Buffer.from(data, "base64").toString("utf8");
  };
  const url = cluster["server"] ?? "";
  const credentials = {
    ca: embedded(cluster, "certificate-authority"),
    cert: embedded(user, "client-certificate"),
    key: embedded(user, "client-key"),
  };
  const client = new WireClient({ url, ...credentials });
  const anonymousClient = new WireClient({ url, ca: credentials.ca });
  const subject = new X509Certificate(embedded(user, "client-certificate")).subject;
  const userName = /^CN=(.*)$/m.exec(subject)?.[1] ?? "";
  return {
    host: new URL(url).host,
    userName,
    client,
    anonymousClient,
    credentials,
    connect: (certificate) => new WireClient({ url, ca: credentials.ca, ...certificate }),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await anonymousClient[Symbol.asyncDispose]();
    },
  };
}
