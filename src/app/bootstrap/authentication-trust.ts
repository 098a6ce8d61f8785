/**
 * The ConfigMap with the CA certificates of clients and of front proxies. Extension API servers read it to authenticate
 * the same users as this server. Entries of other API servers are kept until they expire.
 */
import { X509Certificate } from "node:crypto";
import { configMap } from "../../api/core/v1/config-map.ts";
import { equalJson } from "../../base/json-tree.ts";
import { systemNamespace } from "../../meta/vocabulary.ts";
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
  /** CA certificate that signs the client certificates of front proxies. */
  readonly ca: string;
  /** Common names that the client certificate of a front proxy may have. */
  readonly allowedNames: readonly string[];
}

/** Returns what a server with these credentials trusts: its client CAs, and the front proxy CA of the cluster. */
export function authenticationTrust(
  { clientCa }: { readonly clientCa: readonly string[] },
  { frontProxyCa }: { readonly frontProxyCa: { readonly certificate: string } },
): AuthenticationTrust {
  return { clientCa, frontProxy: { ca: frontProxyCa.certificate, allowedNames: ["front-proxy-client"] } };
}

type Data = Readonly<Record<string, string>>;

const name = "extension-apiserver-authentication";
const intervalMs = 60_000;
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** How long after its expiry a certificate is kept in the ConfigMap, as in the reference. */
const expirySlackMs = 5 * 60_000;

/** Request headers in which a front proxy passes the user, by their key in the ConfigMap. */
const frontProxyHeaders: Readonly<Record<string, readonly string[]>> = {
  "requestheader-extra-headers-prefix": ["X-Remote-Extra-"],
  "requestheader-group-headers": ["X-Remote-Group"],
  "requestheader-username-headers": ["X-Remote-User"],
};

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
  const proxies = combinedCertificates([stored["requestheader-client-ca-file"] ?? "", frontProxy?.ca ?? ""], nowMs);
  if (proxies === "") return data;
  const namesOf = (key: string, added: readonly string[] = []): string =>
    JSON.stringify([...new Set([...namesIn(stored[key]), ...(frontProxy ? added : [])])]);
  data["requestheader-allowed-names"] = namesOf("requestheader-allowed-names", frontProxy?.allowedNames);
  data["requestheader-client-ca-file"] = proxies;
  for (const [key, names] of Object.entries(frontProxyHeaders)) data[key] = namesOf(key, names);
  return data;
}

/** Returns the certificates in all texts without duplicates. Expired and unreadable ones are left out. */
function combinedCertificates(texts: readonly string[], nowMs: number): string {
  const certificatesByFingerprint = new Map<string, string>();
  for (const block of texts.flatMap((text) => text.match(pemCertificate) ?? [])) {
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
