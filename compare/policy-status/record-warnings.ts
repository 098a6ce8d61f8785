/**
 * Records the warnings of the reference's controller about the expressions of policies. Usage, with a reference that has controllers
 * and serves all versions:
 *
 *     tsx compare/policy-status/record-warnings.ts DIR/admin.kubeconfig
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { kindFields } from "../../src/controllers/validating-policy-status/testing/field-paths.ts";
import { policyStatusCases } from "../../src/controllers/validating-policy-status/testing/policy-cases.ts";
import type { WireClient } from "../../test/support/wire-client.ts";
import { connectTo } from "../servers.ts";
import { waitFor } from "../wait-for.ts";

const fixtures = join(import.meta.dirname, "../../src/controllers/validating-policy-status/testing/fixtures");
const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";

interface Warning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** The names of types end with random digits. */
function normalise({ fieldRef, warning }: Warning): Warning {
  return { fieldRef, warning: warning.replaceAll(/([(, ][A-Z][A-Za-z]+?)\d{5,}(?=[.,)])/g, "$1") };
}

/** Returns the warnings about a policy. */
async function warningsAbout(client: WireClient, name: string, spec: object): Promise<readonly Warning[]> {
  const { status, json } = await client.request(policies, { method: "POST", body: { metadata: { name }, spec } });
  if (status !== 201) throw new Error(`${name}: ${status} ${String(json.message)}`);
  let warnings: readonly Warning[] = [];
  const isChecked = async (): Promise<boolean> => {
    const policy = (await client.request(`${policies}/${name}`)).json;
    warnings = policy.status?.typeChecking?.expressionWarnings ?? [];
    return policy.status?.observedGeneration === policy.metadata.generation;
  };
  await waitFor(isChecked, `the controller has checked ${name}`);
  await client.request(`${policies}/${name}`, { method: "DELETE" });
  return warnings.map(normalise);
}

/** Returns the type that a warning names: that of the left side of a comparison with a duration. */
function typeIn({ warning }: Warning): string {
  return (
    /applied to '\((.*), duration\)'/.exec(warning)?.[1] ?? /ERROR: <input>:\d+:\d+: (.*)/.exec(warning)?.[1] ?? warning
  );
}

const [kubeconfig = ""] = process.argv.slice(2);
await using server = await connectTo(kubeconfig);
const { client } = server;
const run = Date.now().toString(36);

const cases: Record<string, readonly Warning[]> = {};
for (const [index, { title, spec }] of policyStatusCases.entries()) {
  cases[title] = await warningsAbout(client, `recorded-${run}-${index}`, spec);
}
writeFileSync(join(fixtures, "policy-warnings.json"), `${JSON.stringify(cases, null, 2)}\n`);

const types: Record<string, Record<string, string>> = {};
for (const [index, { group, version, resource, kind, paths }] of kindFields().entries()) {
  const spec = {
    matchConstraints: {
      resourceRules: [{ apiGroups: [group], apiVersions: [version], resources: [resource], operations: ["*"] }],
    },
    validations: paths.map((path) => ({ expression: `${path} == duration("1s")` })),
  };
  const warnings = await warningsAbout(client, `fields-${run}-${index}`, spec);
  // The reference does not serve the kinds of disabled features.
  if (warnings.length === 0) continue;
  const byField = new Map(warnings.map((warning) => [warning.fieldRef, typeIn(warning)]));
  types[`${group}/${version}, Kind=${kind}`] = Object.fromEntries(
    paths.map((path, position) => [path, byField.get(`spec.validations[${position}].expression`) ?? "any"]),
  );
}
writeFileSync(join(fixtures, "field-types.json"), `${JSON.stringify(types, null, 2)}\n`);
