import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { type Environment, type FunctionDeclaration, type Overload } from "../declarations/index.ts";
import { check } from "../index.ts";
import { runtimeTypeName, type Type, typeParts } from "../types/index.ts";
import { clusterEnvironments } from "./releases.ts";

/**
 * Signatures by the release that brought them, recorded from the reference: `id: target.name(parameters) result`. Functions that
 * expressions cannot call are left out: those with the old names of `@in` and `@not_strictly_false`.
 */
const added: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL("fixtures/overloads-by-release.json", import.meta.url), "utf8"),
);

const selectors = /^authorizer_(field|label)selector:/;

/** The signatures that new expressions could use in a release. Selectors depend on their gate only. */
function recorded(release: number, { hasSelectors }: { readonly hasSelectors: boolean }): string[] {
  return Object.entries(added)
    .flatMap(([since, signatures]) =>
      signatures.filter((one) => (selectors.test(one) ? hasSelectors : minor(since) <= release)),
    )
    .sort();
}

function minor(release: string): number {
  return Number(release.split(".")[1]);
}

function signatures(environment: Environment): string[] {
  return environment
    .functionNames()
    .map((name) => environment.function(name) as FunctionDeclaration)
    .flatMap(({ name, overloads }) => overloads.map((overload) => signature(name, overload)))
    .sort();
}

function signature(name: string, { id, member, parameters, result }: Overload): string {
  const [target, ...others] = parameters.map(typeText);
  const call = member ? `${target}.${name}(${others.join(", ")})` : `${name}(${parameters.map(typeText).join(", ")})`;
  return `${id}: ${call} ${typeText(result)}`;
}

function typeText(type: Type): string {
  const parts = typeParts(type).map(typeText);
  return parts.length === 0 ? runtimeTypeName(type) : `${runtimeTypeName(type)}(${parts.join(", ")})`;
}

const vocabulary = vocabularies.kubernetes;
const releases = [23, 26, 27, 28, 29, 30, 31, 32, 33];

describe("clusterEnvironments()", () => {
  test.each(releases)("declares for new expressions of 1.%i what the reference declares", (release) => {
    const { forNewExpressions } = clusterEnvironments({ vocabulary, release });
    expect(signatures(forNewExpressions)).toEqual(recorded(release, { hasSelectors: true }));
  });

  test.each([23, 31, 32])("declares no selectors for new expressions of 1.%i if their gate is off", (release) => {
    const { forNewExpressions } = clusterEnvironments({ vocabulary, release, isEnabled: () => false });
    expect(signatures(forNewExpressions)).toEqual(recorded(release, { hasSelectors: false }));
  });

  test.each([23, 31])("declares everything for stored expressions, also if new ones are of 1.%i", (release) => {
    const { forStoredExpressions } = clusterEnvironments({ vocabulary, release, isEnabled: () => false });
    expect(signatures(forStoredExpressions)).toEqual(recorded(32, { hasSelectors: true }));
    expect(Object.values(forStoredExpressions.features)).not.toContain(false);
  });

  test("expects new expressions to be of the release before that of the server", () => {
    expect(clusterEnvironments({ vocabulary }).forNewExpressions).toBe(
      clusterEnvironments({ vocabulary, release: 31 }).forNewExpressions,
    );
  });

  test.each([
    [27, []],
    [28, ["crossTypeComparisons", "optionalSyntax"]],
    [29, ["checkedConstants", "crossTypeComparisons", "optionalSyntax"]],
    [32, ["checkedConstants", "crossTypeComparisons", "optionalSyntax", "twoVariableComprehensions"]],
  ])("enables the features of 1.%i", (release, expected) => {
    const { features } = clusterEnvironments({ vocabulary, release }).forNewExpressions;
    const enabled = Object.entries(features).filter(([, isEnabled]) => isEnabled);
    expect(enabled.map(([name]) => name).sort()).toEqual(expected);
  });

  test.each([
    [27, ["found no matching overload for '_<_' applied to '(int, double)'"]],
    [28, []],
  ])("new expressions of 1.%i compare numbers of different types if its language does", (release, messages) => {
    const { forNewExpressions } = clusterEnvironments({ vocabulary, release });
    expect(check("1 < 2.0", forNewExpressions).issues.map(({ message }) => message)).toEqual(messages);
    expect(check("dyn(1) < 2.0", forNewExpressions).issues).toEqual([]);
  });

  test("expressions can name only the types that the reference lets them name", () => {
    const { forStoredExpressions: environment } = clusterEnvironments({ vocabulary });
    const names = ["net.IP", "net.CIDR", "optional_type", "kubernetes.URL", "kubernetes.authorization.Authorizer"];
    expect(names.filter((name) => environment.constant(name))).toEqual(["net.IP", "net.CIDR", "optional_type"]);
  });

  test("names of types follow the vocabulary", () => {
    const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.orch });
    expect(signatures(forNewExpressions)).toEqual(
      recorded(31, { hasSelectors: true })
        .map((one) => one.replaceAll("kubernetes.", "orch."))
        .sort(),
    );
  });
});
