/**
 * Keeps what V8 makes of the built program, `node tools/compile-ahead.cjs FILE`: starts a server on a store of its own, so
 * that all that a start needs is compiled, and writes the code beside the program. `bin/load-program.cjs` reads it.
 */
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { compiledFile, loadProgram } = require("../bin/load-program.cjs");

const [, , file] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "orch-compile-"));
rmSync(compiledFile(file), { force: true });
const { script, exports: program, sourceHash } = loadProgram(file);

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text) => {
  if (!String(text).includes("is ready")) return write(text);
  writeFileSync(compiledFile(file), Buffer.concat([sourceHash, script.createCachedData()]));
  return process.kill(process.pid, "SIGTERM");
};

process.argv.splice(2, 1, "up", `--data-dir=${folder}`, "--secure-port=0");
program.run().finally(() => rmSync(folder, { recursive: true, force: true }));
