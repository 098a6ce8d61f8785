/** Rules of LeaseCandidates. */
import { type LeaseCandidateSpec, leaseCandidateSpec } from "../../api/coordination/v1alpha2/lease-candidate.ts";
import { invalidField, requiredField } from "../../meta/field-error.ts";
import { isOlder, parseSemanticVersion, type SemanticVersion } from "../../meta/semantic-version.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { oldestEmulationVersion, reportStrategy } from "./lease-strategy.ts";

/** Validation of LeaseCandidates: versions and strategy. */
export const leaseCandidateRules: readonly RuleEntry[] = [
  rulesFor(leaseCandidateSpec, {
    validate: reportCandidate,
    order: [
      "leaseName",
      { path: "emulationVersion", type: "Invalid" },
      "binaryVersion",
      "emulationVersion",
      "strategy",
    ],
  }),
];

/** Version that replaces a missing or malformed one. */
const noVersion: SemanticVersion = { numbers: [0n, 0n, 0n], prerelease: [] };

function reportCandidate(spec: LeaseCandidateSpec, context: ValidationContext): void {
  const { emulationVersion = "", binaryVersion } = spec;
  // The field is required, but an empty value is removed in canonical form.
  const strategy = (spec.strategy as string | undefined) ?? "";
  const emulated = readVersion("emulationVersion", emulationVersion, context);
  const binary = readVersion("binaryVersion", binaryVersion, context);
  if (binaryVersion !== "" && emulationVersion !== "" && isOlder(binary, emulated)) {
    const why = "must be greater than or equal to `emulationVersion`";
    context.report(invalidField(at(context, "binaryVersion"), binaryVersion, why));
  }
  if (strategy === "") return;
  if (strategy === oldestEmulationVersion && isNone(emulated)) {
    const why = `must be specified when \`strategy\` is '${oldestEmulationVersion}'`;
    context.report(requiredField(at(context, "emulationVersion"), why));
  }
  reportStrategy(strategy, context);
}

function readVersion(field: string, text: string, context: ValidationContext): SemanticVersion {
  const version = parseSemanticVersion(text);
  if (text !== "" && !version) {
    context.report(invalidField(at(context, field), text, "must be a valid semantic version"));
  }
  return version ?? noVersion;
}

function isNone(version: SemanticVersion): boolean {
  return !isOlder(version, noVersion) && !isOlder(noVersion, version);
}
