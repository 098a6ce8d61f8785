/**
 * The raw limit of a start with a full store: opens LMDB and copies every record of the log into memory. Plain
 * JavaScript, so it starts as fast as Node does. Argument: the folder of the store. Prints the number of bytes.
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
