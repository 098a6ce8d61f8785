/** Reads the two JSON documents of a backup. */
import { BackupError } from "./backup-error.ts";
import { type BackupHeader, type BackupSummary, fileFormat } from "./format.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads the header. @throws BackupError for a newer format, or if a field is missing */
export function parseHeader(content: Buffer): BackupHeader {
  const fields = parseFields(content, "header");
  const { format, cluster } = fields;
  if (typeof format === "number" && format > fileFormat) {
    const release = typeof fields["release"] === "string" ? ` (release ${fields["release"]})` : "";
    throw new BackupError(
      `the backup has format ${format}, written by a newer release${release}; this one knows formats up to ` +
        `${fileFormat}. Install that release, and repeat the command with it`,
    );
  }
  const { revision } = fields;
  if (format !== fileFormat) throw wrongField("header", "format", format);
  if (!isCount(revision)) throw wrongField("header", "revision", revision);
  if (cluster !== undefined && typeof cluster !== "string") throw wrongField("header", "cluster", cluster);
  const [release, vocabulary, keyPrefix, time] = ["release", "vocabulary", "keyPrefix", "time"].map((name) => {
    const value = fields[name];
    if (typeof value !== "string") throw wrongField("header", name, value);
    return value;
  }) as [string, string, string, string];
  return { format, release, vocabulary, keyPrefix, time, revision, ...(cluster === undefined ? {} : { cluster }) };
}

/** Reads the summary. @throws BackupError if a field is missing */
export function parseSummary(content: Buffer): BackupSummary {
  const { keys, bytes, resources, files } = parseFields(content, "summary");
  if (!isCount(keys)) throw wrongField("summary", "keys", keys);
  if (!isCount(bytes)) throw wrongField("summary", "bytes", bytes);
  if (!isFields(resources) || !Object.values(resources).every(isCount)) {
    throw wrongField("summary", "resources", resources);
  }
  if (!Array.isArray(files) || !files.every((name) => typeof name === "string")) {
    throw wrongField("summary", "files", files);
  }
  return { keys, bytes, resources: resources as BackupSummary["resources"], files };
}

function parseFields(content: Buffer, what: string): Fields {
  try {
    const value: unknown = JSON.parse(content.toString());
    if (isFields(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new BackupError(`the backup was changed or damaged: its ${what} is not JSON; use another backup`);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function wrongField(what: string, name: string, value: unknown): BackupError {
  const text = JSON.stringify(value)?.slice(0, 100) ?? "nothing";
  return new BackupError(`the backup was changed or damaged: its ${what} has ${text} as ${name}; use another backup`);
}
