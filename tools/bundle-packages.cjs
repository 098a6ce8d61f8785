/** Runs in a server of a test. Sends the names of the loaded packages when the test requests them. */
const Module = require("node:module");

const packages = new Set();
const load = Module._load;
Module._load = function loadAndRecord(request, ...others) {
  const [name] = /^(@[^/]+\/)?[^./][^/]*/.exec(request) ?? [];
  if (name !== undefined && !request.startsWith("node:") && !Module.isBuiltin(request)) packages.add(name);
  return load.call(this, request, ...others);
};
process.on("message", () => process.send([...packages]));
process.channel.unref();
