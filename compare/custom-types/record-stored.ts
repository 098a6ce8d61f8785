/**
 * Records how the reference responds to requests about stored objects that do not fit a new schema:
 * `npx tsx compare/custom-types/record-stored.ts [KUBECONFIG]`. It starts a reference, or uses the running one.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { definitionsPath } from "../definitions/definitions-path.ts";
import { Recorder } from "../recorder.ts";
import { connectTo, startReference } from "../servers.ts";
import { playStoredFault, storedAnswers, storedFaults } from "./stored-faults.ts";

const file = join(import.meta.dirname, "../../test/custom-types/fixtures/stored-faults.json");

const [kubeconfig] = process.argv.slice(2);
await using reference = await (kubeconfig === undefined ? startReference() : connectTo(kubeconfig));
const lines: string[] = [];
for (const fault of storedFaults) {
  const recorder = new Recorder(reference, "default");
  await playStoredFault(recorder, fault);
  lines.push(`${JSON.stringify(fault.title)}: ${JSON.stringify(storedAnswers(recorder.exchanges))}`);
  const path = `${definitionsPath}/widgets.g-default.example.com`;
  await recorder.prepare(path, { method: "DELETE" });
  await recorder.until(path, ({ status }) => status === 404);
}
writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
