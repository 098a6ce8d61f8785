/** Reads certificates and keys that the configuration contains as base64, or as paths of files. */
import { reasonOf } from "../../base/reason-of.ts";
import type { ClusterConfig, Origin } from "./client-config.ts";
import { type ConfigProblem, shownValue } from "./config-error.ts";
import { certificatesFault } from "./pem.ts";
import type { ConfigSource } from "./source.ts";
import { credentialBytesMax } from "./user-credentials.ts";

/** Context of the functions that read certificates. */
export interface DataOptions {
  readonly source: ConfigSource;
  readonly problems: ConfigProblem[];
}

/** Decodes base64. Returns undefined, and adds a problem, if the text is invalid. */
export function decodeData(
  data: string,
  at: { origin: Origin; name: string },
  problems: ConfigProblem[],
): string | undefined {
  const compact = data.replace(/\s+/g, "");
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(compact) && compact.length % 4 === 0) {
    return Buffer.from(compact, "base64").toString("utf8");
  }
  const { file, field } = at.origin;
  problems.push({ file, field: `${field}.${at.name}`, rule: "must be base64" });
  return undefined;
}

/**
 * Returns the cluster's CA certificates in PEM. Base64 data take precedence over a file. Returns undefined, and adds a
 * problem, if they are invalid.
 */
export async function readCertificates(
  cluster: ClusterConfig,
  { source, problems }: DataOptions,
): Promise<string | undefined> {
  const { certificateAuthority: path, certificateAuthorityData: data, file, field } = cluster;
  if (data !== undefined) {
    const name = "certificate-authority-data";
    const pem = decodeData(data, { origin: cluster, name }, problems);
    const fault = pem === undefined ? undefined : certificatesFault(pem);
    if (fault !== undefined) problems.push({ file, field: `${field}.${name}`, rule: fault });
    return pem;
  }
  if (path === undefined) return undefined;
  const reject = (rule: string): undefined => {
    problems.push({ file, field: `${field}.certificate-authority`, value: shownValue(path), rule });
  };
  try {
    const pem = (await source.readFile(path, { bytesMax: credentialBytesMax }))?.toString("utf8");
    const fault = pem === undefined ? "does not exist" : certificatesFault(pem);
    return fault === undefined ? pem : reject(fault);
  } catch (error) {
    return reject(`cannot be read (${reasonOf(error)})`);
  }
}
