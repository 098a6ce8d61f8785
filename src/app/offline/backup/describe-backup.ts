/** Texts about backups. */
import type { BackupHeader } from "../../../storage/backup/index.ts";
import { byteText } from "../byte-text.ts";
import type { CheckedBackup } from "./backup-file.ts";

/** Returns the lines with which `orch backup verify` describes a backup. */
export function describeBackup({ header, summary }: CheckedBackup): string {
  const rows: readonly (readonly [string, string])[] = [
    ["taken", header.time],
    ["release", header.release],
    ["cluster", header.cluster ?? "in etcd"],
    ["vocabulary", header.vocabulary],
    ["key prefix", header.keyPrefix],
    ["revision", String(header.revision)],
    ["keys", `${summary.keys} (${byteText(summary.bytes)})`],
    ["private keys", summary.files.length === 0 ? "not included" : summary.files.join(", ")],
  ];
  const resources = Object.entries(summary.resources)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `  ${name}: ${count}\n`);
  return `${rows.map(([name, value]) => `${name}: ${value}\n`).join("")}resources:\n${resources.join("")}`;
}

/** Returns one line about a backup. */
export function summarize({ header, summary }: CheckedBackup): string {
  return `${summary.keys} keys at revision ${header.revision}, ${byteText(summary.bytes)}`;
}

/** Returns the cluster of a header for messages. */
export function clusterText({ cluster }: BackupHeader): string {
  return cluster === undefined ? "a cluster in etcd" : `cluster ${cluster}`;
}
