/**
 * `node tools/compile-ahead.cjs MAIN CLIENT`: stores V8's compiled code of the built programs. Starts a server on a new
 * store and runs common commands against it, so that V8 compiles the functions that they need. Then writes the code
 * beside each program, where `bin/load-program.cjs` reads it.
 */
const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { compiledFile, loadProgram } = require("../bin/load-program.cjs");

const [, , mainFile, clientFile] = process.argv;
const folder = mkdtempSync(join(tmpdir(), "orch-compile-"));
const write = process.stdout.write.bind(process.stdout);

/**
 * Loads a program without stored code.
 * @param {string} file
 * @returns the program, and a function that stores its compiled code
 */
function loadWithoutCode(file) {
  rmSync(compiledFile(file), { force: true });
  const { script, exports: program, sourceHash } = loadProgram(file);
  const storeCode = () => writeFileSync(compiledFile(file), Buffer.concat([sourceHash, script.createCachedData()]));
  return { program, storeCode };
}

/**
 * Sets the arguments of the command line.
 * @param {readonly string[]} args
 */
function setArguments(args) {
  process.argv.splice(2, process.argv.length, ...args);
}

async function runClientCommands() {
  const { program, storeCode } = loadWithoutCode(clientFile);
  process.stdout.write = () => true;
  for (const args of [
    ["get", "namespaces"],
    ["get", "services", "-A", "-o", "yaml"],
    ["help", "get"],
  ]) {
    setArguments(args[0] === "help" ? args : [...args, `--kubeconfig=${join(folder, "admin.kubeconfig")}`]);
    await program.run();
  }
  process.stdout.write = write;
  storeCode();
}

/** Part of the line that a server prints when it is ready. */
const readyText = "is ready";
const startLimitMs = 60_000;

const { program, storeCode } = loadWithoutCode(mainFile);
const startLimit = setTimeout(() => {
  process.stderr.write(`the server did not print "${readyText}" within ${startLimitMs / 1000} s\n`);
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
}, startLimitMs);
process.stdout.write = (text) => {
  if (!String(text).includes(readyText)) return write(text);
  clearTimeout(startLimit);
  storeCode();
  const stop = () => process.kill(process.pid, "SIGTERM");
  runClientCommands().then(stop, (error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
    stop();
  });
  return true;
};
setArguments(["up", `--data-dir=${folder}`, "--secure-port=0"]);
program.run().finally(() => rmSync(folder, { recursive: true, force: true }));
