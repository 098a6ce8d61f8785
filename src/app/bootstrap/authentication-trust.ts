/**
 * The ConfigMap with the CA certificates of clients and of front proxies. Extension API servers read it to authenticate
 * the same users as this server. Entries of other API servers are kept until they expire.
 */
import { X509Certificate } from "node:crypto";
import { configMap } from "../../api/core/v1/config-map.ts";
import { certificateBlocks, type UserHeaders } from "../../authn/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import { systemNamespace } from "../../meta/vocabulary.ts";
import type { FrontProxyConfig } from "../config/authentication-config.ts";
import type { SystemObjects } from "./system-objects.ts";
import type { UpkeepTask } from "./upkeep.ts";

/** CA certificates with which other servers authenticate clients as this server does, in PEM. */
export interface AuthenticationTrust {
  /** CA certificates that sign client certificates. */
  readonly clientCa: readonly string[];
  /** Undefined if no front proxy is accepted. */
  readonly frontProxy?: FrontProxyTrust;
}

/** How front proxies are authenticated. */
export interface FrontProxyTrust {
  /** CA certificates that sign the client certificates of front proxies. */
  readonly cas: readonly string[];
  /** Common names that the client certificate of a front proxy may have. */
  readonly allowedNames: readonly string[];
  readonly headers: UserHeaders;
}

/** Current CA certificates of a server, in PEM. */
export interface TrustedCas {
  /** CAs of users. */
  readonly userPems: readonly string[];
  /** CAs of authenticating proxies. */
  readonly proxyPems: readonly string[];
}

/**
 * Returns what a server trusts. If no flag configures front proxies, extension API servers trust those of the cluster.
 * @param frontProxy what the flags say about front proxies
 */
export function authenticationTrust(
  { userPems, proxyPems }: TrustedCas,
  frontProxy: FrontProxyConfig | undefined,
  { frontProxyCa }: { readonly frontProxyCa: { readonly certificate: string } },
): AuthenticationTrust {
  if (!frontProxy) return { clientCa: userPems, frontProxy: clusterFrontProxy(frontProxyCa.certificate) };
  const { allowedNames, caFile: _, ...headers } = frontProxy;
  return { clientCa: userPems, frontProxy: { cas: proxyPems, allowedNames, headers } };
}

function clusterFrontProxy(ca: string): FrontProxyTrust {
  return {
    cas: [ca],
    allowedNames: ["front-proxy-client"],
    headers: {
      usernameHeaders: ["X-Remote-User"],
      uidHeaders: [],
      groupHeaders: ["X-Remote-Group"],
      extraHeaderPrefixes: ["X-Remote-Extra-"],
    },
  };
}

type Data = Readonly<Record<string, string>>;

const name = "extension-apiserver-authentication";
const intervalMs = 60_000;
/** How long after its expiry a certificate is kept in the ConfigMap, as in the reference. */
const expirySlackMs = 5 * 60_000;

/**
 * Returns the task that creates and updates the ConfigMap. Undefined if the server serves no ConfigMaps.
 * @param trustOf called by each run; a run writes nothing if it returns undefined
 */
export function authenticationTrustUpkeep(
  trustOf: () => AuthenticationTrust | undefined,
  objects: SystemObjects,
): UpkeepTask | undefined {
  const configMaps = objects.ofKind(configMap);
  if (!configMaps) return undefined;
  const { vocabulary, clock } = objects.options;
  const namespace = vocabulary.bind(systemNamespace("system"));
  return {
    name: "start-cluster-authentication-info-controller",
    intervalMs,
    watched: { resource: configMaps.resource, namespace, name },
    ensure: async () => {
      const trust = trustOf();
      if (!trust) return;
      const stored = await configMaps.get({ namespace, name });
      const data = combinedData(stored?.data ?? {}, trust, clock.nowMs());
      if (!stored) await configMaps.create({ metadata: { namespace, name }, data });
      else if (!equalJson(stored.data ?? {}, data)) {
        await configMaps.update({ namespace, name }, (old) => ({
          ...old,
          data: combinedData(old.data ?? {}, trust, clock.nowMs()),
        }));
      }
    },
  };
}

/** Returns the data of the ConfigMap with this server's trust added. Unknown keys are removed. */
export function combinedData(stored: Data, { clientCa, frontProxy }: AuthenticationTrust, nowMs: number): Data {
  const data: Record<string, string> = {};
  const clients = combinedCertificates([stored["client-ca-file"] ?? "", ...clientCa], nowMs);
  if (clients !== "") data["client-ca-file"] = clients;
  const proxies = combinedCertificates(
    [stored["requestheader-client-ca-file"] ?? "", ...(frontProxy?.cas ?? [])],
    nowMs,
  );
  if (proxies === "") return data;
  data["requestheader-client-ca-file"] = proxies;
  for (const [key, names] of listsOf(frontProxy)) {
    const combined = [...new Set([...namesIn(stored[key]), ...names])];
    const isOptional = key === uidHeadersKey;
    if (combined.length > 0 || !isOptional) data[key] = JSON.stringify(combined);
  }
  return data;
}

const uidHeadersKey = "requestheader-uid-headers";

/** Returns the lists of names in the ConfigMap by their keys. */
function listsOf(frontProxy: FrontProxyTrust | undefined): readonly (readonly [string, readonly string[]])[] {
  const { allowedNames = [], headers } = frontProxy ?? {};
  return [
    ["requestheader-allowed-names", allowedNames],
    ["requestheader-extra-headers-prefix", headers?.extraHeaderPrefixes ?? []],
    ["requestheader-group-headers", headers?.groupHeaders ?? []],
    [uidHeadersKey, headers?.uidHeaders ?? []],
    ["requestheader-username-headers", headers?.usernameHeaders ?? []],
  ];
}

/** Returns the certificates in all texts without duplicates. Expired and unreadable ones are left out. */
function combinedCertificates(texts: readonly string[], nowMs: number): string {
  const certificatesByFingerprint = new Map<string, string>();
  for (const block of texts.flatMap((text) => certificateBlocks(text))) {
    const certificate = readCertificate(block);
    if (!certificate || Date.parse(certificate.validTo) < nowMs - expirySlackMs) continue;
    certificatesByFingerprint.set(certificate.fingerprint256, certificate.toString());
  }
  return [...certificatesByFingerprint.values()].join("");
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    // Another program wrote this certificate. A server that reads the ConfigMap could not use it either.
    return undefined;
  }
}

/** Parses a JSON array of names. Anything else counts as an empty array. */
function namesIn(text = ""): readonly string[] {
  try {
    const value: unknown = JSON.parse(text || "[]");
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
