/** Runs a program in one file, `node run-program.cjs FILE ...`, as `bin/orch.js` runs the one that is built. */
const { loadProgram } = require("../../bin/load-program.cjs");

const [main] = process.argv.splice(2, 1);
loadProgram(main).exports.run();
