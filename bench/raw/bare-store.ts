/**
 * The raw limit of durable writes: LMDB with the settings of the engine, but without the engine. Each write adds a
 * record to a log and its revision to an index of keys, in one transaction. Writes that arrive during a commit share
 * the next one. Arguments: folder, number of concurrent writers, milliseconds. Prints commits per second.
 */
import { open } from "lmdb";

const [directory = "", callers = "1", measureMs = "1000"] = process.argv.slice(2);
const settings = { overlappingSync: false, eventTurnBatching: false, encoding: "binary", maxDbs: 2 } as const;
const root = open({ path: directory, ...settings, mapSize: 1024 ** 3 });
const log = root.openDB<Buffer, number>({ name: "log", encoding: "binary" });
const heads = root.openDB<Buffer, string>({ name: "heads", encoding: "binary" });
const value = Buffer.alloc(1024, 0x61);

// The type of the binding only accepts a version as the third argument.
const appendOption = { append: true } as never;

let revision = 0;
let waiting: (() => void)[] = [];
let isCommitting = false;

async function commit(): Promise<void> {
  isCommitting = true;
  while (waiting.length > 0) {
    const group = waiting;
    waiting = [];
    await root.batch(() => {
      for (const _ of group) {
        revision++;
        const head = Buffer.alloc(8);
        head.writeDoubleBE(revision);
        void log.put(revision, value, appendOption);
        void heads.put(`/registry/configmaps/default/m-${revision}`, head);
      }
    });
    for (const done of group) done();
  }
  isCommitting = false;
}

function write(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isCommitting) void commit();
  });
}

const stop = new AbortController();
async function caller(): Promise<void> {
  while (!stop.signal.aborted) await write();
}

const runningCallers = Array.from({ length: Number(callers) }, caller);
await new Promise((resolve) => setTimeout(resolve, 1000));
const before = revision;
const startMs = performance.now();
await new Promise((resolve) => setTimeout(resolve, Number(measureMs)));
const perSecond = ((revision - before) / (performance.now() - startMs)) * 1000;
stop.abort();
await Promise.all(runningCallers);
await root.close();
process.stdout.write(`${perSecond}\n`);
