/** `node run-program.cjs FILE ...` runs a bundled program in the same way as `bin/orch.js` runs the built one. */
const { loadProgram } = require("../../bin/load-program.cjs");

const [main] = process.argv.splice(2, 1);
loadProgram(main).exports.run();
