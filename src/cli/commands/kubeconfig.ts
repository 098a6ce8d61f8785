/** `orch kubeconfig`: prints a client configuration file of the current server. */
import { posix } from "node:path";
import type { ClusterConfig, ResolvedConfig, UserConfig } from "../../client/config/index.ts";
import { serviceAccountFolder } from "../../meta/vocabulary.ts";
import type { ClientContext } from "../context.ts";
import { toYaml } from "../output/objects.ts";
import { exitCodes } from "../terminal.ts";
import { requestToken } from "./create-token.ts";

/** Options of `orch kubeconfig`. */
export interface KubeconfigCommand {
  /** Account whose token the file contains. Undefined: the file has the credentials of the current user. */
  readonly account: { readonly namespace: string | undefined; readonly name: string } | undefined;
  /** Requested lifetime of the token. */
  readonly durationMs: number;
}

/** A user entry with its name, and the namespace of its context. */
interface NamedUser {
  readonly userName: string;
  readonly user: object;
  readonly namespace: string;
}

/** Prints a file with one cluster, one user and one context. @returns the exit code @throws CommandError */
export async function kubeconfig(command: KubeconfigCommand, context: ClientContext): Promise<number> {
  const { config, entries } = context.configuration();
  const { userName, user, namespace } = command.account
    ? await accountUser(command.account, command.durationMs, context)
    : await currentUser(context);
  const clusterName = entries?.clusterName ?? "in-cluster";
  const contextName = `${userName}@${clusterName}`;
  const file = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: clusterName, cluster: { ...clusterEntry(config), ...extensionsEntry(entries?.cluster) } }],
    users: [{ name: userName, user }],
    contexts: [{ name: contextName, context: { cluster: clusterName, user: userName, namespace } }],
    "current-context": contextName,
  };
  context.terminal.out(toYaml(file));
  return exitCodes.fine;
}

function clusterEntry({ server, ca, tlsServerName, insecure, proxy, disableCompression }: ResolvedConfig): object {
  return {
    server: server.href.replace(/\/$/, ""),
    ...(ca === undefined ? {} : { "certificate-authority-data": base64(ca) }),
    ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
    ...(insecure ? { "insecure-skip-tls-verify": true } : {}),
    ...(proxy ? { "proxy-url": proxy.href } : {}),
    ...(disableCompression ? { "disable-compression": true } : {}),
  };
}

/** Returns the extensions of a cluster entry. They can have the configuration of a credential plugin. */
function extensionsEntry(cluster: ClusterConfig | undefined): object {
  const extensions = [...(cluster?.extensions ?? [])].map(([name, extension]) => ({ name, extension }));
  return extensions.length > 0 ? { extensions } : {};
}

async function accountUser(
  { namespace: accountNamespace, name }: NonNullable<KubeconfigCommand["account"]>,
  durationMs: number,
  context: ClientContext,
): Promise<NamedUser> {
  const namespace = accountNamespace ?? context.namespace;
  const request = { account: name, audiences: [], durationMs, boundObject: undefined };
  const { token, expirationTimestamp } = await requestToken(request, { ...context, namespace });
  context.terminal.error(`the token expires at ${expirationTimestamp}\n`);
  return { userName: `system:serviceaccount:${namespace}:${name}`, user: { token }, namespace };
}

async function currentUser({ configuration, namespace, signal }: ClientContext): Promise<NamedUser> {
  const { config, entries } = configuration();
  if (!entries) {
    const tokenFile = posix.join(serviceAccountFolder, "token");
    return { userName: "service-account", user: { tokenFile }, namespace };
  }
  const { userName = "anonymous", user } = entries;
  if (!user) return { userName, user: {}, namespace };
  // A credential plugin runs again where the file is used.
  const { certificate } = user.exec ? {} : await config.credentials.current(signal);
  const pair = certificate && {
    "client-certificate-data": base64(certificate.cert),
    "client-key-data": base64(certificate.key),
  };
  return { userName, user: { ...pair, ...userEntry(user) }, namespace };
}

/** Returns the members of a user entry besides its certificate, without those that are not set. */
function userEntry(user: UserConfig): object {
  const { exec, impersonateGroups, impersonateExtra } = user;
  const members = {
    token: user.token,
    tokenFile: user.tokenFile,
    username: user.username,
    password: user.password,
    as: user.impersonate,
    "as-uid": user.impersonateUid,
    "as-groups": impersonateGroups.length > 0 ? impersonateGroups : undefined,
    "as-user-extra": Object.keys(impersonateExtra).length > 0 ? impersonateExtra : undefined,
    exec: exec && execEntry(exec),
  };
  return withoutUndefined(members);
}

function execEntry(exec: NonNullable<UserConfig["exec"]>): object {
  const { args, env } = exec;
  return withoutUndefined({
    command: exec.command,
    apiVersion: exec.apiVersion,
    installHint: exec.installHint,
    interactiveMode: exec.interactiveMode,
    provideClusterInfo: exec.provideClusterInfo,
    args: args.length > 0 ? args : undefined,
    env: env.length > 0 ? env : undefined,
  });
}

function withoutUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
