import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ExpressionWarning } from "../../api/admissionregistration/v1/policy-expressions.ts";
import { builtinKinds, type ValidatingAdmissionPolicySpec } from "../../api/index.ts";
import { formatGroupVersionKind } from "../../meta/group-version.ts";
import { StatusError } from "../../meta/status-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { expressionWarnings } from "./expression-warnings.ts";
import { type KindsOfResource, matchedKinds, parameterKind } from "./matched-kinds.ts";
import { ObjectTypeSource } from "./object-types.ts";
import { kindFields } from "./testing/field-paths.ts";
import { policyStatusCases } from "./testing/policy-cases.ts";

// The reference v1.32.13 served all versions when `compare/policy-status/record-warnings.ts` recorded these files.
const recordedWarnings = readFixture<Readonly<Record<string, readonly ExpressionWarning[]>>>("policy-warnings.json");
const recordedTypes = readFixture<Readonly<Record<string, Readonly<Record<string, string>>>>>("field-types.json");

function readFixture<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, "testing/fixtures", name), "utf8")) as T;
}

const vocabulary = vocabularies.kubernetes;
const { signal } = new AbortController();
const source = new ObjectTypeSource({ read: () => Promise.reject(new StatusError(404, "not found")) }, vocabulary);

const served = builtinKinds.map(({ group, version, kind, plural, singular }) => ({
  group: vocabulary.bind(group),
  version,
  kind,
  plural,
  singular,
}));

const kindsOf: KindsOfResource = (group, version, resource) =>
  served.filter(({ plural, singular, ...one }) => {
    const isInVersion = one.version === version && (group === "" || one.group === group);
    return isInVersion && [plural, singular].includes(resource.toLowerCase());
  });

async function warningsAbout(spec: ValidatingAdmissionPolicySpec): Promise<readonly ExpressionWarning[]> {
  const kinds = matchedKinds(spec, kindsOf);
  const types = await Promise.all(
    kinds.map(async (kind) => ({ kind, type: await source.typeOf(kind, kind.kind, signal) })),
  );
  const paramKind = parameterKind(spec);
  const params = paramKind && (await source.typeOfParameters(paramKind, signal));
  return expressionWarnings(
    spec,
    types.flatMap(({ kind, type }) => (type ? [{ kind, type }] : [])),
    { params, vocabulary },
  );
}

describe("the warnings about a policy are those of the reference:", () => {
  test.each(policyStatusCases.map((one) => [one.title, one.spec] as const))("%s", async (title, spec) => {
    // In the reference, the names of types end with random digits, which are not recorded.
    const warnings = (await warningsAbout(spec)).map(({ fieldRef, warning }) => ({
      fieldRef,
      warning: warning.replaceAll("ConfigMapParams", "ConfigMap"),
    }));
    expect(warnings).toEqual(recordedWarnings[title]);
  });
});

describe("the fields of a kind have the types of the reference:", () => {
  const recorded = kindFields().filter((one) => formatGroupVersionKind(one) in recordedTypes);
  test.each(recorded.map((one) => [formatGroupVersionKind(one), one] as const))(
    "%s",
    async (title, { paths, ...kind }) => {
      const type = await source.typeOf(kind, kind.kind, signal);
      const validations = paths.map((path) => ({ expression: `${path} == duration("1s")` }));
      const warnings = expressionWarnings({ validations }, type ? [{ kind, type }] : [], {
        params: undefined,
        vocabulary,
      });
      const byField = new Map(warnings.map(({ fieldRef, warning }) => [fieldRef, typeIn(warning)]));
      const types = paths.map((path, index) => [path, byField.get(`spec.validations[${index}].expression`) ?? "any"]);
      expect(Object.fromEntries(types)).toEqual(recordedTypes[title]);
    },
  );
});

/** Returns the type of the left side of a comparison with a duration. */
function typeIn(warning: string): string {
  const [, type] = /applied to '\((.*), duration\)'/.exec(warning) ?? [];
  const [, fault] = /ERROR: <input>:\d+:\d+: (.*)/.exec(warning) ?? [];
  return type ?? fault ?? warning;
}
