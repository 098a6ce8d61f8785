/** Faults of encryption at rest, and of the deletion of unreadable objects. */
import type { FaultRoom } from "../fault.ts";

const providers = "src/encryption/providers/providers.test.ts";
const engine = "src/encryption/encrypting-engine.test.ts";
const service = "src/encryption/kms/kms-provider.test.ts";
const wire = "test/encryption/local-keys.test.ts";
const rewriting = "test/encryption/rewrite-stored.test.ts";
const checking = "test/encryption/check-encryption.test.ts";
const deletion = "test/encryption/unreadable-objects.test.ts";

export const encryptionFaults: FaultRoom = {
  room: "encryption",
  faults: [
    {
      name: "store-key-unauthenticated",
      breaks: "an encrypted value can be moved to another key of the store",
      file: "src/encryption/providers/aes-gcm.ts",
      find: "    decipher.setAAD(Buffer.from(key));",
      replace: "    decipher.setAAD(Buffer.from(key.slice(0, 1)));",
      tests: [providers],
    },
    {
      name: "encrypted-value-passed-on",
      breaks: "a server without the key shows encrypted bytes as an object",
      file: "src/encryption/providers/identity.ts",
      find: "if (isEncrypted(stored)) throw",
      replace: "if (stored.length === 0) throw",
      tests: [providers],
    },
    {
      name: "earlier-key-not-outdated",
      breaks: "an update keeps an object that an earlier key has encrypted",
      file: "src/encryption/prefix-transformer.ts",
      find: "isStale: isStale || next !== 0",
      replace: "isStale",
      tests: [engine],
    },
    {
      name: "outdated-object-kept",
      breaks: "an update that changes nothing never encrypts an object again",
      file: "src/registry/update.ts",
      find: "return (await services.engine.isOutdated?.(cache.fullKey(key))) ?? false;",
      replace: "return services.engine.isOutdated === undefined && cache.fullKey(key) === '';",
      tests: [wire],
    },
    {
      name: "conflict-shows-ciphertext",
      breaks: "the value in a conflict is encrypted",
      file: "src/encryption/encrypting-engine.ts",
      find: "current: { value: opened.value, revision: current.revision }",
      replace: "current",
      tests: [engine],
    },
    {
      name: "reload-without-reading",
      breaks: "objects stay unreadable after their key was added",
      file: "src/app/encryption/storage-encryption.ts",
      find: "if (this.#engine?.takeDamageSeen()) readAgain();",
      replace: "this.#engine?.takeDamageSeen();",
      tests: [wire],
    },
    {
      name: "seed-never-expires",
      breaks: "values are encrypted with the last seed while the key service fails, however long that takes",
      file: "src/encryption/kms/kms-provider.ts",
      find: "if (this.#nowMs() > seed.untilMs) {",
      replace: "if (seed.untilMs < 0) {",
      tests: [service],
    },
    {
      name: "service-key-change-unnoticed",
      breaks: "values are encrypted with the earlier key of a key service after it has changed",
      file: "src/encryption/kms/kms-provider.ts",
      find: "if (this.#write?.encrypted.keyId === keyId) {",
      replace: "if (this.#write) {",
      tests: [service],
    },
    {
      name: "unsafe-deletion-unauthorized",
      breaks: "users without the permission for its verb can delete unreadable objects",
      file: "src/server/verbs/delete.ts",
      find: '  if (decision !== "allow") {',
      replace: '  if (decision === "deny") {',
      tests: [deletion],
    },
    {
      name: "unsafe-deletion-of-readable-objects",
      breaks: "the option for unreadable objects deletes readable ones, without their finalizers",
      file: "src/registry/delete.ts",
      find: 'if (!isStorageError(stored?.unreadable, "corrupt")) throw',
      replace: "if (!stored) throw",
      tests: [deletion],
    },
    {
      name: "rewrite-gives-up-after-a-conflict",
      breaks: "orch storage rewrite leaves objects that other clients write at the same time",
      file: "src/cli/commands/rewrite-stored.ts",
      find: "const attemptsMax = 5;",
      replace: "const attemptsMax = 1;",
      tests: [rewriting],
    },
    {
      name: "rewrite-counts-unchanged-objects",
      breaks: "orch storage rewrite reports objects as rewritten that the server did not write",
      file: "src/cli/commands/rewrite-stored.ts",
      find: 'metadata.resourceVersion === resourceVersion ? "current" : "rewritten"',
      replace: 'metadata.resourceVersion === "" ? "current" : "rewritten"',
      tests: [rewriting],
    },
    {
      name: "rewrite-stops-at-unreadable-objects",
      breaks: "one unreadable object keeps orch storage rewrite from rewriting all others of its type",
      file: "src/cli/commands/rewrite-stored.ts",
      find: "if (isUnreadable && type.namespaced)",
      replace: "if (isUnreadable && !type.namespaced)",
      tests: [rewriting],
    },
    {
      name: "unreadable-objects-pass-the-check",
      breaks: "orch storage check ends with 0 although objects cannot be decrypted",
      file: "src/app/offline/check-encryption.ts",
      find: "return this.#unreadable > 0 ? 1 : 0;",
      replace: "return 0;",
      tests: [checking],
    },
    {
      name: "decrypted-backup",
      breaks: "the backup of a server in a process has decrypted values",
      file: "src/app/in-process/cluster-host.ts",
      find: "backupEngine: engine,",
      replace: "backupEngine: encrypted,",
      tests: [checking],
    },
    {
      name: "unsafe-deletion-not-in-audit-log",
      breaks: "the audit log does not show that a deletion ignored read errors",
      file: "src/server/verbs/delete.ts",
      find: '  call.annotate(services.vocabulary.bind(unsafeAnnotation), "");\n',
      replace: "",
      tests: [deletion],
    },
  ],
};
