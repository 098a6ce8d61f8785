/**
 * Records which violations the reference finds in Pods, at each level and version: `npx tsx compare/pod-security/record.ts KUBECONFIG`.
 * Start the reference with these feature gates, without the plugin ServiceAccount:
 *
 *     ProcMountType=true,UserNamespacesSupport=true,ImageVolume=true
 *
 * With `trusted` as a second argument, it records Pods with user namespaces. Then the reference also needs the gate
 * UserNamespacesPodSecurityStandards.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedViolations } from "../../src/admission/pod-security/testing/recorded-violations.ts";
import { warningsOf } from "../../test/support/warnings.ts";
import type { WireClient, WireResponse } from "../../test/support/wire-client.ts";
import { connectTo } from "../servers.ts";
import { type PodCase, podCases } from "./pod-cases.ts";

const file = join(import.meta.dirname, "../../src/admission/pod-security/fixtures/recorded-violations.json");
/** The second number of each release that changes a check, and of the release before it. */
const minors = [0, 7, 8, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33];
const versions = [...minors.map((minor) => `v1.${minor}`), "latest"];
/** Levels are compared in namespaces whose warnings have this beginning. */
const beginning = /^would violate PodSecurity "[^"]*": /;

const [kubeconfig = "", mode] = process.argv.slice(2);
const isTrusted = mode === "trusted";

function rejected(what: string, { status, text }: WireResponse): Error {
  return new Error(`${what}: ${status} ${text}`);
}

async function createNamespace(client: WireClient, name: string, labels: Readonly<Record<string, string>>) {
  const body = { metadata: { name, labels } };
  const response = await client.request("/api/v1/namespaces", { body });
  if (response.status !== 201) throw rejected(name, response);
}

/** Returns the text of the violations. Empty if there are none. */
function violationsIn(title: string, response: WireResponse): string {
  if (response.status > 201) throw rejected(title, response);
  return warningsOf(response)
    .filter((warning) => beginning.test(warning))
    .map((warning) => warning.replace(beginning, ""))
    .join();
}

/** The annotations that were evaluated, and the violations. */
interface Evaluation {
  readonly annotations: PodCase["annotations"];
  readonly text: string;
}

/** Asks about a template, or about a Pod that gets its ephemeral containers. The reference adds annotations to Pods. */
async function askAbout(
  client: WireClient,
  namespace: string,
  { title, spec, annotations }: PodCase,
  index: number,
): Promise<Evaluation> {
  const core = `/api/v1/namespaces/${namespace}`;
  const { ephemeralContainers, ...rest } = spec;
  if (!ephemeralContainers) {
    const body = { metadata: { name: "t" }, template: { metadata: { annotations, labels: { a: "b" } }, spec } };
    const response = await client.request(`${core}/podtemplates?dryRun=All`, { body });
    return { annotations, text: violationsIn(title, response) };
  }
  const metadata = { name: `p${index}`, annotations };
  const created = await client.request(`${core}/pods`, { body: { metadata, spec: rest } });
  if (created.status !== 201) throw rejected(title, created);
  const body = { metadata, spec: { ...created.json.spec, ephemeralContainers } };
  const path = `${core}/pods/p${index}/ephemeralcontainers?dryRun=All`;
  const response = await client.request(path, { method: "PUT", body });
  const text = violationsIn(title, response);
  return { annotations: response.json.metadata.annotations as PodCase["annotations"], text };
}

await using reference = await connectTo(kubeconfig);
const { client } = reference;
const cases = podCases.filter(({ spec }) => !isTrusted || spec.hostUsers === false);
const evaluated = [...cases];
const texts: string[] = [];
const table: Record<string, number[]> = {};
for (const level of ["baseline", "restricted"]) {
  for (const version of isTrusted ? ["v1.0", "latest"] : versions) {
    const namespace = `${level}-${version.replace(".", "-")}-${Date.now()}`;
    const prefix = "pod-security.kubernetes.io";
    await createNamespace(client, namespace, { [`${prefix}/warn`]: level, [`${prefix}/warn-version`]: version });
    const found: number[] = [];
    for (const [index, one] of cases.entries()) {
      const { annotations, text } = await askAbout(client, namespace, one, index);
      if (annotations) evaluated[index] = { title: one.title, annotations, spec: one.spec };
      if (!texts.includes(text)) texts.push(text);
      found.push(texts.indexOf(text));
    }
    table[`${level}:${version}`] = found;
  }
}
const recorded: RecordedViolations = { cases: evaluated, texts, table };
const whole = {
  ...(JSON.parse(readFileSync(file, "utf8")) as object),
  [isTrusted ? "withTrustedUserNamespaces" : "usual"]: recorded,
};
/** One item per line, so that a changed case is a changed line. */
const lines = (items: readonly unknown[]): string => items.map((one) => JSON.stringify(one)).join(",\n");
const parts = Object.entries(whole as Readonly<Record<string, RecordedViolations>>).map(([name, one]) => {
  const rows = Object.entries(one.table).map(([level, found]) => `"${level}": ${JSON.stringify(found)}`);
  const lists = `"cases": [\n${lines(one.cases)}\n], "texts": [\n${lines(one.texts)}\n]`;
  return `"${name}": {${lists}, "table": {\n${rows.join(",\n")}\n}}`;
});
writeFileSync(file, `{${parts.join(",\n")}}\n`);
process.stdout.write(`${cases.length} Pods, ${texts.length} texts, ${Object.keys(table).length} levels in ${file}\n`);
