/** Checks that the encrypted values of a store can be decrypted with a configuration. */
import { silentLogger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { type ClientContext, CommandError, printable } from "../../cli/index.ts";
import { describeWriter } from "../../encryption/index.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { type BackupEntry, type BackupHeader, readBackup } from "../../storage/backup/index.ts";
import { StorageEncryption } from "../encryption/storage-encryption.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { type BackupStore, type OpenBackup, openBackup } from "./backup/backup-source.ts";
import { withCommandErrors } from "./backup/command-errors.ts";

/** Maximum number of objects that are printed. */
const printedObjectsMax = 100;
/** Maximum number of writers that are counted separately. */
const writersMax = 100;

/** A store, and a configuration of encryption. */
export interface EncryptionCheckOptions extends BackupStore {
  /** Path of the configuration. */
  readonly encryptionConfig: string;
}

/**
 * Checks the values of a store. The server can run meanwhile: it sends the values as they are stored.
 * @returns the exit code: 1 if a value cannot be decrypted
 * @throws CommandError if the values cannot be read, or the configuration cannot be used
 */
export async function checkEncryption(options: EncryptionCheckOptions, context: ClientContext): Promise<number> {
  return await withCommandErrors(async () => {
    await using source = await openBackup(options, context);
    return await checkEncryptedBackup(source, options.encryptionConfig, context);
  });
}

/**
 * Decrypts all values of a backup. Prints the objects that cannot be decrypted, and how many values each key has written.
 * @param path path of the configuration
 * @returns the exit code: 1 if a value cannot be decrypted
 * @throws BackupError if the backup cannot be read; StartupError if the configuration cannot be used
 */
export async function checkEncryptedBackup(
  { pieces, checkHeader }: Pick<OpenBackup, "pieces" | "checkHeader">,
  path: string,
  context: ClientContext,
): Promise<number> {
  const content = readFlagFile("--encryption-provider-config", path);
  const parts = readBackup(pieces);
  const { value: first } = await parts.next();
  if (!first || !("header" in first)) throw new TypeError("a backup begins with its header");
  checkHeader(first.header);
  await using encryption = await openFor(first.header, { path, content }, context);
  for (const service of encryption.healthChecks) {
    try {
      await service.check();
    } catch (error) {
      context.terminal.error(`warning: a key service cannot be used: ${printable(reasonOf(error))}\n`);
    }
  }
  const check = new EncryptionCheck(encryption, context);
  for await (const part of parts) if ("entries" in part) await check.add(part.entries);
  return check.end();
}

async function openFor(
  { vocabulary, keyPrefix }: BackupHeader,
  file: { readonly path: string; readonly content: string },
  { clock, random }: ClientContext,
): Promise<StorageEncryption> {
  const names = vocabularies[vocabulary as VocabularyName];
  if (!names) throw new CommandError(`the store has the unknown vocabulary ${vocabulary}`);
  const services = { vocabulary: names, keyPrefix, clock, random, logger: silentLogger, isEnabled: () => true };
  return await StorageEncryption.open({ ...file, isReloaded: false }, services);
}

/** Counts of the values of one provider and key. */
interface WriterCounts {
  values: number;
  /** Values that the first provider of the configuration would replace. */
  stale: number;
  unreadable: number;
}

class EncryptionCheck {
  readonly #encryption: StorageEncryption;
  readonly #context: ClientContext;
  readonly #writers = new Map<string, WriterCounts>();
  #values = 0;
  #unreadable = 0;

  constructor(encryption: StorageEncryption, context: ClientContext) {
    this.#encryption = encryption;
    this.#context = context;
  }

  async add(entries: readonly BackupEntry[]): Promise<void> {
    for (const { key, value } of entries) {
      const state = await this.#encryption.inspect(key, value);
      if (!state) continue;
      const writer = describeWriter(value);
      const counts = this.#countsOf(writer);
      counts.values++;
      this.#values++;
      if (!state.isReadable) {
        counts.unreadable++;
        this.#reportUnreadable(key, `${state.reason} (${writer})`);
      } else if (state.isStale) counts.stale++;
    }
    this.#context.terminal.progress(`${this.#values.toLocaleString("en-US")} objects`);
  }

  /** Prints the counts. Returns the exit code. */
  end(): number {
    const { terminal } = this.#context;
    terminal.progress("");
    const hidden = this.#unreadable - printedObjectsMax;
    if (hidden > 0) terminal.out(`${hidden} other objects cannot be decrypted\n`);
    for (const [writer, { values, stale, unreadable }] of [...this.#writers].toSorted(([left], [right]) =>
      left < right ? -1 : 1,
    )) {
      const parts = [
        `${values} objects`,
        ...(stale > 0 ? [`${stale} to be rewritten`] : []),
        ...(unreadable > 0 ? [`${unreadable} cannot be decrypted`] : []),
      ];
      terminal.out(`${printable(writer)}: ${parts.join(", ")}\n`);
    }
    terminal.out(`${this.#values} objects, ${this.#unreadable} cannot be decrypted\n`);
    return this.#unreadable > 0 ? 1 : 0;
  }

  #reportUnreadable(key: string, reason: string): void {
    this.#unreadable++;
    if (this.#unreadable <= printedObjectsMax) this.#context.terminal.out(`${printable(`${key}: ${reason}`)}\n`);
  }

  #countsOf(writer: string): WriterCounts {
    const known = this.#writers.get(writer);
    if (known) return known;
    const counts = { values: 0, stale: 0, unreadable: 0 };
    const isNamed = this.#writers.size < writersMax;
    if (!isNamed) return this.#writers.get(otherWriters) ?? this.#add(otherWriters, counts);
    return this.#add(writer, counts);
  }

  #add(writer: string, counts: WriterCounts): WriterCounts {
    this.#writers.set(writer, counts);
    return counts;
  }
}

const otherWriters = "other keys";
