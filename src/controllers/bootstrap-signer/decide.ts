/** Decides which signatures the ConfigMap about the cluster must have. A pure function. */
import type { Secret } from "../../api/core/v1/secret.ts";
import { equalJson } from "../../base/json-tree.ts";
import { clusterInfoKey, clusterInfoSignaturePrefix } from "../../meta/tokens/cluster-info.ts";
import { expirationMs, nextCheckMs, signingToken } from "../bootstrap-token/index.ts";
import { detachedSignature } from "./signature.ts";

/** The data of the ConfigMap, and the Secrets with bootstrap tokens. */
export interface ObservedClusterInfo {
  readonly data: Readonly<Record<string, string>>;
  readonly secrets: readonly Readonly<Secret>[];
  readonly nowMs: number;
}

/** The data to write, and the time of the next check. */
export interface ClusterInfoDecision {
  /** Undefined if the data is correct. */
  readonly data: Record<string, string> | undefined;
  /** Delay before the next check. Undefined if no signing token expires. */
  readonly lookAgainAfterMs: number | undefined;
}

/** Returns the data with one signature for each token that may sign, and without all other signatures. */
export function decide({ data, secrets, nowMs }: ObservedClusterInfo): ClusterInfoDecision {
  const { [clusterInfoKey]: text } = data;
  if (text === undefined) return { data: undefined, lookAgainAfterMs: undefined };
  const signers = secrets.flatMap((object) => {
    const token = signingToken(object, nowMs);
    return token ? [{ token, expirationMs: expirationMs(object) }] : [];
  });
  const others = Object.entries(data).filter(([key]) => !key.startsWith(clusterInfoSignaturePrefix));
  const signatures = signers.map(({ token }) => [
    `${clusterInfoSignaturePrefix}${token.id}`,
    detachedSignature(text, token),
  ]);
  const signed: Record<string, string> = Object.fromEntries([...others, ...signatures]);
  const expirations = signers.map((signer) => signer.expirationMs);
  return { data: equalJson(signed, data) ? undefined : signed, lookAgainAfterMs: nextCheckMs(expirations, nowMs) };
}
