/** The flags that say where etcd is, for all commands that use it. */
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";

/** The members of etcd, and the certificates for them. */
export const etcdFlags = [
  {
    name: "etcd-servers",
    type: "list",
    placeholder: "URL,...",
    default: [],
    group: "Storage",
    doc:
      "Members of an etcd cluster, in which objects are stored: http://HOST:PORT or https://HOST:PORT. Several servers " +
      "can use the same etcd. Requests go to one member, and to another one when it does not respond.",
  },
  {
    name: "etcd-cafile",
    type: "path",
    group: "Storage",
    doc: "CA certificates in PEM that sign the certificates of etcd. Default: the CAs that Node trusts.",
  },
  {
    name: "etcd-certfile",
    type: "path",
    group: "Storage",
    doc: "Client certificate for etcd, in PEM. Requires --etcd-keyfile.",
  },
  {
    name: "etcd-keyfile",
    type: "path",
    group: "Storage",
    doc: "Private key of --etcd-certfile, in PEM.",
  },
] as const satisfies readonly FlagSpec[];

type EtcdFlag = (typeof etcdFlags)[number];

const fileFlags = ["etcd-cafile", "etcd-certfile", "etcd-keyfile"] as const;

/** Greatest number of members that the engine accepts. */
const serversMax = 32;

/** Returns the problems of these flags that only their combination shows, and of the URLs. */
export function etcdProblems(explicitValues: ExplicitValues<EtcdFlag>): readonly string[] {
  const { "etcd-servers": servers = [] } = explicitValues;
  const invalid = servers.filter((url) => !isMemberUrl(url));
  // Without members, the store would be that of the data directory.
  const isEmpty = explicitValues["etcd-servers"]?.length === 0;
  return [
    ...(isEmpty ? ["--etcd-servers needs at least one URL such as http://127.0.0.1:2379"] : []),
    ...pairProblems(explicitValues, ["etcd-certfile", "etcd-keyfile"]),
    ...invalid.map((url) => `--etcd-servers needs URLs such as http://127.0.0.1:2379: ${JSON.stringify(url)}`),
    ...(servers.length > serversMax ? [`--etcd-servers names more than ${serversMax} members`] : []),
    ...problemsWithoutEtcd(explicitValues, fileFlags),
  ];
}

/** Returns the problems of flags that have no effect without etcd. */
export function problemsWithoutEtcd<Name extends string>(
  explicitValues: { readonly [name in Name]?: unknown } & Pick<ExplicitValues<EtcdFlag>, "etcd-servers">,
  names: readonly Name[],
): readonly string[] {
  const { "etcd-servers": servers = [] } = explicitValues;
  if (servers.length > 0) return [];
  return names.filter((name) => explicitValues[name] !== undefined).map((name) => `--${name} needs --etcd-servers`);
}

/** Returns the problem of a flag without the one that it needs. */
export function pairProblems<Name extends string>(
  explicitValues: { readonly [name in Name]?: unknown },
  pair: readonly Name[],
): readonly string[] {
  const missingFlag = pair.find((name) => explicitValues[name] === undefined);
  const presentFlag = pair.find((name) => explicitValues[name] !== undefined);
  return missingFlag && presentFlag ? [`--${presentFlag} needs --${missingFlag}`] : [];
}

function isMemberUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, pathname, search, hash, username } = new URL(text);
  const isOnlyHost = pathname === "/" && search === "" && hash === "" && username === "" && host !== "";
  return isOnlyHost && (protocol === "http:" || protocol === "https:");
}

/** The flag for the prefix of keys, without the text about the stores that it concerns. */
export const etcdPrefixFlag = {
  name: "etcd-prefix",
  type: "string",
  placeholder: "PREFIX",
  default: "/registry",
  check: (value: string) => (value.startsWith("/") ? undefined : "does not begin with a slash"),
  group: "Storage",
} as const;

/** Returns the prefix of all keys that `--etcd-prefix` sets, without slashes at its end. */
export function keyPrefixOf(prefix: string): string {
  let end = prefix.length;
  while (prefix[end - 1] === "/") end--;
  return prefix.slice(0, end);
}
