/**
 * Loads a built program with the code that V8 compiled when the program was built, if it fits. Reading compiled code takes
 * half as long as compiling. V8 rejects code of another V8 version or with other flags, and compiles the program again.
 * V8 compares only the length of the source, so the file with the code begins with a hash of the source.
 */
const { createHash } = require("node:crypto");
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname } = require("node:path");
const { Script } = require("node:vm");

const wrapperStart = "(function (exports, require, module, __filename, __dirname) {";
const hashBytes = 32;

/**
 * Returns the path of the compiled code of a program.
 * @param {string} file path of the program
 */
function compiledFile(file) {
  return `${file}.compiled`;
}

/**
 * Runs a program. Returns its exports, the compiled script and the hash of its source.
 * @param {string} file path of the program
 * @returns {{ script: Script, exports: any, sourceHash: Buffer }}
 */
function loadProgram(file) {
  const source = readFileSync(file);
  const sourceHash = createHash("sha256").update(source).digest();
  const script = new Script(`${wrapperStart}${source.toString("latin1")}\n})`, {
    filename: file,
    columnOffset: -wrapperStart.length,
    cachedData: readCompiled(file, sourceHash),
  });
  // Node rejects dynamic imports in a script whose compiled code was read from a file, so the program imports through this.
  const program = { exports: {}, importModule: (/** @type {string} */ name) => import(name) };
  script.runInThisContext()(program.exports, createRequire(file), program, file, dirname(file));
  return { script, exports: program.exports, sourceHash };
}

/**
 * Returns the compiled code of a program. Undefined if none exists for this source.
 * @param {string} file path of the program
 * @param {Buffer} sourceHash
 */
function readCompiled(file, sourceHash) {
  if (!existsSync(compiledFile(file))) return undefined;
  const compiled = readFileSync(compiledFile(file));
  return compiled.subarray(0, hashBytes).equals(sourceHash) ? compiled.subarray(hashBytes) : undefined;
}

module.exports = { compiledFile, loadProgram };
