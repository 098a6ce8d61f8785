/**
 * Loads the built program with the code that V8 made of it when it was built, where there is some that fits: reading
 * compiled code takes half the time of compiling. V8 itself refuses code of another version of V8 or of other flags, and
 * compiles anew. It tells sources apart by their length alone, so a hash of the source stands before the code.
 */
const { createHash } = require("node:crypto");
const { existsSync, readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname } = require("node:path");
const { constants, Script } = require("node:vm");

const before = "(function (exports, require, module, __filename, __dirname) {";
const hashBytes = 32;

/** Where the compiled code of a program stands. @param {string} file of the program */
function compiledFile(file) {
  return `${file}.compiled`;
}

/**
 * @param {string} file
 * @returns {{ script: Script, exports: any, sourceHash: Buffer }}
 */
function loadProgram(file) {
  const source = readFileSync(file);
  const sourceHash = createHash("sha256").update(source).digest();
  const script = new Script(`${before}${source.toString("latin1")}\n})`, {
    filename: file,
    columnOffset: -before.length,
    cachedData: readCompiled(file, sourceHash),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const program = { exports: {} };
  script.runInThisContext()(program.exports, createRequire(file), program, file, dirname(file));
  return { script, exports: program.exports, sourceHash };
}

/**
 * @param {string} file
 * @param {Buffer} sourceHash
 */
function readCompiled(file, sourceHash) {
  if (!existsSync(compiledFile(file))) return undefined;
  const compiled = readFileSync(compiledFile(file));
  return compiled.subarray(0, hashBytes).equals(sourceHash) ? compiled.subarray(hashBytes) : undefined;
}

module.exports = { compiledFile, loadProgram };
