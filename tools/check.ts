/** `npm run check`: runs all checks of the sources side by side. The exit code is 1 if any fails. */
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { runChecks, sourceChecks } from "./checks/run-checks.ts";

const say = (line: string): void => console.log(line);
const options = { root: dirname(import.meta.dirname), parallelism: availableParallelism(), say };
process.exitCode = (await runChecks(sourceChecks, options)) ? 0 : 1;
