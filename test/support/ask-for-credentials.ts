/**
 * Program for a separate process: `ask-for-credentials.ts FILE` loads the client configuration FILE and prints the
 * resulting credentials.
 */
import { machineSource as source } from "../../src/app/connection/machine-source.ts";
import { NodeProcessRunner } from "../../src/app/connection/process-runner.ts";
import { clientConfiguration } from "../../src/client/config/index.ts";

const [, , path = ""] = process.argv;
const { credentials } = await clientConfiguration({ source, runner: new NodeProcessRunner(), path });
process.stdout.write(`${JSON.stringify(await credentials.current(new AbortController().signal))}\n`);
