/**
 * storage/backup: the file format of backups. `backupPieces` writes the state of an engine at one revision, `readBackup`
 * reads it again and checks it. Neither of them keeps more than a few blocks in memory.
 */
export { BackupError } from "./backup-error.ts";
export {
  type BackupDescription,
  type BackupEntry,
  type BackupFile,
  type BackupHeader,
  type BackupSummary,
  backupMediaType,
  fileFormat,
  resourceOf,
} from "./format.ts";
export { type BackupPart, readBackup } from "./read-backup.ts";
export { addFiles, type BackupSource, backupPieces, failureBlock } from "./write-backup.ts";
