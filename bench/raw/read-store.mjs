/**
 * The raw limit of a start with a full store: opens LMDB and takes every record of the log into memory of its own.
 * Plain JavaScript, so that its start is that of Node. Argument: the directory. Prints how many bytes there were.
 */
import { open } from "lmdb";

const [path = ""] = process.argv.slice(2);
const root = open({ path, readOnly: true, maxDbs: 3 });
const log = root.openDB({ name: "log", encoding: "binary", keyEncoding: "binary" });
/** @type {Map<number, Buffer>} */
const records = new Map();
let bytes = 0;
for (const { key, value } of log.getRange()) {
  records.set(key.readUIntBE(0, key.length), value);
  bytes += value.length;
}
if (records.size === 0) throw new Error(`the database "log" in ${path} is empty`);
process.stdout.write(`${bytes}\n`);
