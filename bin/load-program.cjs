/**
 * Loads a built program with the code that V8 compiled when the program was built, if it fits. Reading compiled code takes
 * half as long as compiling. V8 rejects code of another V8 version or with other flags, and compiles the program again.
 * V8 compares only the length of the source, so the file with the code begins with a hash of the source.
 *
 * The program imports its parts later, from the file `*.parts.js` (`tools/bundle.ts`). This file stays open, so that a
 * running server finds its parts even after a new build has replaced its files.
 */
const { createHash } = require("node:crypto");
const { closeSync, existsSync, fstatSync, openSync, readSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname } = require("node:path");
const { pathToFileURL } = require("node:url");
const { Script } = require("node:vm");

const programStart = "(function (exports, require, module, __filename, __dirname) {";
const partStart = "(function (exports, require, module, importMetaUrl, importModule) {";
const functionEnd = "\n})";
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
  const text = readFile(file, programStart, functionEnd);
  const source = text.subarray(programStart.length, text.length - functionEnd.length);
  const sourceHash = createHash("sha256").update(source).digest();
  const compiled = readCompiled(file, sourceHash);
  const script = new Script(text.latin1Slice(), {
    filename: file,
    columnOffset: -programStart.length,
    cachedData: compiled?.subarray(hashBytes),
  });
  freeMemory(text);
  if (compiled) freeMemory(compiled);
  const parts = new Parts(file);
  const program = { exports: {}, importModule: parts.importModule };
  script.runInThisContext()(program.exports, createRequire(file), program, file, dirname(file));
  parts.programExports = program.exports;
  return { script, exports: program.exports, sourceHash };
}

/** The code that a program imports after its start. */
class Parts {
  /** @type {any} Exports of the program. They list its parts, and the modules that it shares with them. */
  programExports;

  /** @param {string} program path of the program */
  constructor(program) {
    const file = program.replace(/cjs$/, "parts.js");
    this.file = file;
    this.descriptor = existsSync(file) ? openSync(file, "r") : undefined;
    this.url = pathToFileURL(program).href;
    this.requirePackage = createRequire(program);
    /** @type {Map<string, any>} Exports of the modules that parts have imported, by name. */
    this.loaded = new Map();
  }

  /**
   * Imports a part, a module of the program, or a package. Node rejects dynamic imports in a script whose compiled code was
   * read from a file.
   * @param {string} name
   */
  importModule = async (name) => {
    if (!name.startsWith("./")) return import(name);
    return this.programExports.importedModules[name]?.() ?? this.require(name);
  };

  /**
   * Returns the exports of a part, of a module that the program shares with its parts, or of a package.
   * @param {string} name
   */
  require = (name) => {
    if (!name.startsWith("./")) return this.requirePackage(name);
    const known = this.loaded.get(name);
    if (known) return known;
    const exports = this.programExports.sharedModules[name]?.() ?? this.load(name);
    this.loaded.set(name, exports);
    return exports;
  };

  /**
   * Runs a part, and returns its exports.
   * @param {string} name
   */
  load(name) {
    const place = this.programExports.parts[name];
    if (!place) throw new Error(`the program has no part ${name}`);
    const { offset, length, line, digest } = place;
    const source = Buffer.allocUnsafe(length);
    readFully(this.descriptor, source, offset);
    if (createHash("sha256").update(source).digest("base64") !== digest) {
      throw new Error(`${this.file} does not belong to the running program; start the program again`);
    }
    const script = new Script(`${partStart}${source.latin1Slice()}${functionEnd}`, {
      filename: this.file,
      lineOffset: line,
      columnOffset: -partStart.length,
    });
    const part = { exports: {} };
    script.runInThisContext()(part.exports, this.require, part, this.url, this.importModule);
    return part.exports;
  }
}

/**
 * Returns the compiled code of a program, after the hash of its source. Undefined if none exists for this source.
 * @param {string} file path of the program
 * @param {Buffer} sourceHash
 */
function readCompiled(file, sourceHash) {
  if (!existsSync(compiledFile(file))) return undefined;
  const compiled = readFile(compiledFile(file));
  if (compiled.subarray(0, hashBytes).equals(sourceHash)) return compiled;
  freeMemory(compiled);
  return undefined;
}

/**
 * Returns the content of a file between two texts, in memory that `freeMemory` can free.
 * @param {string} file
 */
function readFile(file, before = "", after = "") {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const length = before.length + size + after.length;
    const content = Buffer.from(new ArrayBuffer(length, { maxByteLength: length }));
    content.latin1Write(before, 0);
    readFully(descriptor, content.subarray(before.length, before.length + size), 0);
    content.latin1Write(after, before.length + size);
    return content;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Frees the memory of a content that `readFile` has returned. Otherwise a server would keep several megabytes until its first
 * full collection of garbage.
 * @param {Buffer} content
 */
function freeMemory({ buffer }) {
  buffer.resize(0);
}

/**
 * Reads until the buffer is full.
 * @param {number} descriptor
 * @param {Buffer} buffer
 * @param {number} position in the file
 */
function readFully(descriptor, buffer, position) {
  for (let done = 0; done < buffer.length; ) {
    const count = readSync(descriptor, buffer, done, buffer.length - done, position + done);
    if (count === 0) throw new Error("a file of the program became shorter while it was read; start the program again");
    done += count;
  }
}

module.exports = { compiledFile, loadProgram };
