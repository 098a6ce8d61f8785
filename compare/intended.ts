/**
 * Intended differences. `docs/differences.md` explains each one to readers, and holds the rules that recognize it:
 *
 *     ## Title of the difference
 *     The reference's behaviour, orch's behaviour, and the reason. Or: "Closed by step 13."
 *
 *     ```difference
 *     suite: openapi
 *     where: body .definitions.*.description
 *     ```
 *
 * A rule names members of a difference: suite, scenario, method, target, body (of the request), earlier (the accepted writes of the
 * object before, a line each), where, reference, orch. A value in slashes is a regular expression, every other one a text in
 * which `*` stands for any characters. All members of a rule must match.
 */
import type { Difference } from "./difference.ts";

/** A difference with the request that shows it. */
export interface LocatedDifference extends Difference {
  readonly suite: string;
  readonly scenario: string;
  readonly method: string;
  readonly target: string;
  /** Text of the request's body. Empty if there is none. */
  readonly body: string;
  /** Earlier accepted writes of the object, one line for each: the method, the target and the body. */
  readonly earlier: string;
}

/** A rule of `docs/differences.md`. */
export interface IntendedDifference {
  /** The heading above the rule. */
  readonly title: string;
  /** The step that closes the difference; undefined if it stays. */
  readonly closedByStep: number | undefined;
  matches(difference: LocatedDifference): boolean;
}

const members = ["suite", "scenario", "method", "target", "body", "earlier", "where", "reference", "orch"] as const;

/**
 * Reads the rules of the page.
 * @throws Error if a rule has no member or an unknown one
 */
export function readIntended(page: string): readonly IntendedDifference[] {
  return page.split(/^(?=##+ )/m).flatMap((section) => {
    const title = /^##+ (.*)$/m.exec(section)?.[1] ?? "";
    const step = /Closed by step (\d+)/.exec(section)?.[1];
    return [...section.matchAll(/^```difference\n([\s\S]*?)^```$/gm)].map(([, rule = ""]) => ({
      title,
      closedByStep: step === undefined ? undefined : Number(step),
      matches: readRule(rule, title),
    }));
  });
}

function readRule(text: string, title: string): (difference: LocatedDifference) => boolean {
  const tests = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", value = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
      const member = members.find((known) => known === name);
      if (!member)
        throw new Error(`docs/differences.md, "${title}": a rule has "${line}"; members are ${members.join(", ")}`);
      const pattern = patternOf(value);
      return (difference: LocatedDifference): boolean => pattern.test(difference[member]);
    });
  if (tests.length === 0) throw new Error(`docs/differences.md, "${title}": a rule is empty`);
  return (difference) => tests.every((test) => test(difference));
}

function patternOf(value: string): RegExp {
  const expression = /^\/(.*)\/$/.exec(value)?.[1];
  if (expression !== undefined) return new RegExp(expression, "s");
  const literal = value.replace(/[\\^$.+?()[\]{}|]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${literal}$`, "s");
}
