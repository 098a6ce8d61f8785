/** Runs a worker process of a server. Usage: `node worker.cjs PROGRAM`, by the main process of the server only. */
const { loadProgram } = require("./load-program.cjs");

loadProgram(process.argv[2]).exports.runWorker();
