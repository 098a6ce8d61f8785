/**
 * Records what the reference says about unusual bodies in CBOR: `npx tsx compare/cbor/record.ts [KUBECONFIG]`. It starts
 * a reference, or uses the running one, whose gate must be on.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectTo, startReference } from "../servers.ts";
import { askAboutBodies } from "./ask-about-bodies.ts";
import { widgetDefinition } from "./widget-definition.ts";

const file = join(import.meta.dirname, "../../test/conformance/fixtures/cbor-bodies.json");

const [kubeconfig] = process.argv.slice(2);
await using reference = await (kubeconfig === undefined ? startReference("cbor") : connectTo(kubeconfig));
const { client } = reference;
await client.request("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
  body: widgetDefinition("example.com"),
});
while ((await client.request("/apis/example.com/v1/namespaces/default/widgets")).status !== 200);
const answers = await askAboutBodies(client);
writeFileSync(file, `${JSON.stringify(answers, undefined, 1)}\n`);
process.stdout.write(`${Object.values(answers).flatMap(Object.keys).length} answers in ${file}\n`);
