/** Operations on the data file of a store, as `strace` prints them. */

/** One completed operation. Times are in milliseconds since the epoch. */
export type DiskOperation =
  | {
      readonly kind: "write";
      readonly endedAt: number;
      readonly offset: number;
      readonly bytes: Buffer;
      /** Whether the file was opened so that each write is synced before it returns. */
      readonly isSynced: boolean;
    }
  | { readonly kind: "sync"; readonly endedAt: number };

const callPattern = /^(\d+) +([\d.]+) (\w+)\((.*)\) += (-?\d+).*<([\d.]+)>$/;
const unfinishedPattern = /^(\d+) +([\d.]+) (\w+\(.*?),? *<unfinished \.\.\.>$/;
const resumedPattern = /^(\d+) +([\d.]+) <\.\.\. \w+ resumed>(.*)$/;

/** Reads a trace of `strace -f -ttt -T -xx`. @param syncedFiles descriptors that sync each write */
export function readTrace(text: string, syncedFiles: ReadonlySet<number>): DiskOperation[] {
  const reader = new TraceReader(syncedFiles);
  for (const line of text.split("\n")) reader.read(line);
  return reader.operations;
}

class TraceReader {
  readonly operations: DiskOperation[] = [];
  readonly #syncedFiles: ReadonlySet<number>;
  readonly #positions = new Map<number, number>();
  /** Beginnings of calls during which other threads made calls, by thread. */
  readonly #unfinished = new Map<string, string>();

  constructor(syncedFiles: ReadonlySet<number>) {
    this.#syncedFiles = syncedFiles;
  }

  read(line: string): void {
    const unfinished = unfinishedPattern.exec(line);
    if (unfinished) {
      const [, thread = "", time, begin] = unfinished;
      this.#unfinished.set(thread, `${thread} ${time} ${begin}`);
      return;
    }
    const [, thread = "", , rest] = resumedPattern.exec(line) ?? [];
    const call = callPattern.exec(rest === undefined ? line : `${this.#unfinished.get(thread)}${rest}`);
    if (!call) return;
    const [, , time, name = "", args = "", result, duration] = call;
    this.#add(name, args, Number(result), (Number(time) + Number(duration)) * 1000);
  }

  #add(name: string, args: string, result: number, endedAt: number): void {
    const file = Number(/^\d+/.exec(args)?.[0]);
    if (result < 0) return;
    if (name === "lseek") this.#positions.set(file, result);
    if (name === "fdatasync" || name === "fsync") this.operations.push({ kind: "sync", endedAt });
    const isPositioned = name === "pwrite64" || name === "pwritev";
    if (!isPositioned && name !== "writev" && name !== "write") return;
    const bytes = bytesIn(args);
    if (bytes.length !== result) throw new Error(`${name} wrote ${result} bytes, but the trace has ${bytes.length}`);
    const offset = isPositioned ? Number(/(\d+)$/.exec(args)?.[1]) : (this.#positions.get(file) ?? 0);
    if (!isPositioned) this.#positions.set(file, offset + result);
    this.operations.push({ kind: "write", endedAt, offset, bytes, isSynced: this.#syncedFiles.has(file) });
  }
}

/** Returns the bytes of all strings in the arguments of a call. */
function bytesIn(args: string): Buffer {
  const strings = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) => hex.replaceAll("\\x", ""));
  return Buffer.from(strings.join(""), "hex");
}
