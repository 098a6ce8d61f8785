/** `orch backup`: writes the state of a cluster to a file, and checks such files. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ClientContext } from "../../../cli/index.ts";
import { addFiles, type BackupFile } from "../../../storage/backup/index.ts";
import { StartupError } from "../../machine/startup-error.ts";
import { byteText } from "../byte-text.ts";
import { checkBackupFile, readChunks, requireRegularFile, writeBackupFile } from "./backup-file.ts";
import { type BackupStore, openBackup } from "./backup-source.ts";
import { withCommandErrors } from "./command-errors.ts";
import { describeBackup, summarize } from "./describe-backup.ts";

/** Options of `orch backup`. Paths are absolute. */
export type BackupOptions =
  | {
      readonly action: "verify";
      readonly file: string;
      /** Path of the configuration of encryption with which the values are decrypted. Undefined: they are not. */
      readonly encryptionConfig: string | undefined;
    }
  | (BackupStore & {
      readonly action: "write";
      readonly file: string;
      readonly overwrite: boolean;
      readonly includeKeys: boolean;
    });

/** Runs `orch backup`. @returns the exit code @throws CommandError */
export async function runBackup(options: BackupOptions, context: ClientContext): Promise<number> {
  return await withCommandErrors(async () => {
    const { terminal } = context;
    const onProgress = (keys: number): void => terminal.progress(`${keys.toLocaleString("en-US")} keys`);
    if (options.action === "verify") {
      const { file, encryptionConfig } = options;
      if (encryptionConfig !== undefined) requireRegularFile(file);
      terminal.out(describeBackup(await checkBackupFile(file, onProgress)));
      if (encryptionConfig === undefined) return 0;
      const { checkEncryptedBackup } = await import("../check-encryption.ts");
      return await checkEncryptedBackup(
        { pieces: readChunks(file), checkHeader: () => undefined },
        encryptionConfig,
        context,
      );
    }
    const files = options.includeKeys ? keyFiles(options.dataDir) : [];
    await using source = await openBackup(options, context);
    const pieces = files.length === 0 ? source.pieces : addFiles(source.pieces, files);
    const { checkHeader } = source;
    const written = await writeBackupFile(pieces, {
      path: options.file,
      overwrite: options.overwrite,
      checkHeader,
      onProgress,
    });
    const size = byteText(statSync(options.file).size);
    terminal.out(`${options.file}: ${summarize(written)}; the file has ${size}\n`);
    return 0;
  });
}

/** Returns the keys and certificates of a data directory. */
function keyFiles(dataDir: string): readonly BackupFile[] {
  const folder = join(dataDir, "pki");
  if (!existsSync(folder)) throw new StartupError(`${folder} does not exist; name the data directory with --data-dir`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map(({ name }) => ({ name, content: readFileSync(join(folder, name)) }));
}
