/** Runs in a server of a test. Sends the names of the loaded packages, and the number of loaded parts, when the test requests them. */
const Module = require("node:module");
const vm = require("node:vm");

const packages = new Set();
const load = Module._load;
Module._load = function loadAndRecord(request, ...others) {
  const [name] = /^(@[^/]+\/)?[^./][^/]*/.exec(request) ?? [];
  if (name !== undefined && !request.startsWith("node:") && !Module.isBuiltin(request)) packages.add(name);
  return load.call(this, request, ...others);
};

let parts = 0;
vm.Script = class CountedScript extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (options.filename.endsWith(".parts.js")) parts++;
  }
};

process.on("message", () => process.send({ packages: [...packages], parts }));
process.channel.unref();
