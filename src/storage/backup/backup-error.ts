/** A backup that cannot be used. The message states the reason and the next step. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
