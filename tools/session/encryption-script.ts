/** Script of the recorded session with encryption at rest. */
import type { SessionSection } from "./script.ts";

/** Keys for this page only. */
const secrets = {
  key1: "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
  key2: "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWY=",
};

function configuration(...keys: readonly (keyof typeof secrets)[]): string {
  const lines = keys.flatMap((name) => [`            - name: ${name}`, `              secret: ${secrets[name]}`]);
  return `apiVersion: apiserver.config.orch.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [secrets]
    providers:
      - aesgcm:
          keys:
${lines.join("\n")}
      - identity: {}
`;
}

const logins = `apiVersion: v1
kind: Secret
metadata:
  name: shop
stringData:
  password: swordfish
---
apiVersion: v1
kind: Secret
metadata:
  name: mail
stringData:
  password: letmein
`;

/** Files that exist before the server starts. */
export const encryptionStartFiles: Readonly<Record<string, string>> = { "encryption.yaml": configuration("key1") };

const check = "orch storage check --encryption-provider-config=encryption.yaml";

/** Sections of the page, in order. */
export const encryptionSession: readonly SessionSection[] = [
  {
    title: "Encrypted objects",
    text:
      "Clients see objects as they are. The store has them encrypted. `orch storage check` decrypts all of them, and counts the " +
      "objects that each key has written. It works beside the server.",
    files: { ...encryptionStartFiles, "logins.yaml": logins },
    commands: [
      "orch apply -f logins.yaml",
      "orch get secret shop -o jsonpath='{.data.password}'",
      { run: "grep -c c3dvcmRmaXNo .orch/store/data.mdb", exitCode: 1 },
      "grep -aoh 'k8s:enc:aesgcm:v1:key1:' .orch/store/data.mdb | sort -u",
      check,
    ],
  },
  {
    title: "Another key",
    text:
      "The new key is the first one in the file, and the server was restarted. It encrypts what is written from now on. `rewrite` " +
      "writes all other objects again. A second run finds nothing to do.",
    files: { "encryption.yaml": configuration("key2", "key1") },
    restart: true,
    commands: [
      check,
      "orch storage rewrite --encryption-provider-config=encryption.yaml",
      "orch storage rewrite secrets",
      check,
    ],
  },
  {
    title: "Without the old key",
    text: "No object needs the old key now, so it was removed from the file, and the server was restarted.",
    files: { "encryption.yaml": configuration("key2") },
    restart: true,
    commands: [check, "orch get secret shop -o jsonpath='{.data.password}'"],
  },
  {
    title: "A lost key",
    text: "With a configuration that has only the old key, the check names the objects that a server could not read.",
    files: { "old.yaml": configuration("key1") },
    commands: [{ run: "orch storage check --encryption-provider-config=old.yaml", exitCode: 1 }],
  },
  {
    title: "A backup of an encrypted store",
    text: "A backup has the encrypted values. A server of the restored store needs the same key.",
    commands: [
      "orch backup monday.backup",
      "orch backup verify monday.backup --encryption-provider-config=encryption.yaml | tail -3",
      "orch restore monday.backup --data-dir=restored",
      "grep -aoh 'k8s:enc:aesgcm:v1:key[12]:' restored/store/data.mdb | sort -u",
      "orch storage check --data-dir=restored --encryption-provider-config=encryption.yaml",
    ],
  },
];
