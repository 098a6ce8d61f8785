import { expect, test } from "vitest";
import { clusterEnvironments, estimate, evaluate, extend } from "../../cel/index.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { semanticVersionFunctions } from "./semantic-versions.ts";

const vocabulary = vocabularies.kubernetes;
const environment = extend(clusterEnvironments({ vocabulary }).forNewExpressions, {
  functions: semanticVersionFunctions(vocabulary),
});

test.each<[string, unknown]>([
  ["semver('1.2.3').isLessThan(semver('1.10.0'))", true],
  ["semver('1.2.3').isGreaterThan(semver('1.2.3-rc.1'))", true],
  ["semver('1.2.3+a') == semver('1.2.3+b')", true],
  ["semver('1.2.3').compareTo(semver('2.0.0'))", -1n],
  ["semver('1.2.3').compareTo(semver('1.2.3'))", 0n],
  ["[semver('1.2.3').major(), semver('1.2.3').minor(), semver('1.2.3').patch()] == [1, 2, 3]", true],
  ["isSemver('1.2.3')", true],
  ["isSemver('v1.2')", false],
  ["isSemver(dyn('1.2.3'))", true],
])("%s is %s", (expression, value) => {
  expect(evaluate(expression, environment).value).toBe(value);
});

test.each<[string, string]>([
  ["semver('1.2') == semver('1.2.3')", "invalid semantic version"],
  ["dyn(1).major() == 1", "no such overload"],
])("%s fails", (expression, message) => {
  expect(evaluate(expression, environment).value).toMatchObject({ message: expect.stringContaining(message) });
});

test("comparing versions for equality is estimated at one step", () => {
  const compared = estimate("semver('1.2.3') == semver('1.2.4')", environment);
  const separate = estimate("semver('1.2.3').compareTo(semver('1.2.4'))", environment);
  expect(compared).toEqual(separate);
});
