/** Counts the results of a comparison, and groups the differences into classes. */
import type { Difference } from "./difference.ts";
import type { IntendedDifference } from "./intended.ts";
import { bodyTextOf, collectionOf, isApply, isDryRun, objectPathOf } from "./request-facts.ts";
import type { ComparedRequest } from "./suite.ts";

/** Result of the comparison of one exchange. */
export type Verdict = "identical" | "intended" | "later step" | "different";

/** One compared exchange. */
export interface ComparedExchange {
  readonly suite: string;
  readonly scenario: string;
  readonly method: string;
  readonly target: string;
  readonly request: ComparedRequest;
  /** Earlier accepted writes of the object (`EarlierWrites`). */
  readonly earlier?: string;
  /** Whether both servers accepted the request, or both rejected it. */
  readonly hasSameVerdict: boolean;
  readonly differences: readonly Difference[];
}

/** Differences that probably have one cause. */
export interface DifferenceClass {
  readonly signature: string;
  count: number;
  /** The case with the smallest request. */
  example: ComparedExchange;
  exampleDifference: Difference;
  /** Resources of the first targets that show the difference. */
  readonly resources: Set<string>;
}

/** Counts of one suite. */
export interface SuiteCounts {
  exchanges: number;
  sameVerdict: number;
  readonly verdicts: Record<Verdict, number>;
}

/** Parts of an object that may differ after an intended difference. Each part includes the ones before it. */
const divergedParts = ["version", "managers", "object"] as const;
type DivergedPart = (typeof divergedParts)[number];

/** State of an object after an intended difference. */
interface Divergence {
  readonly rule: IntendedDifference;
  readonly part: DivergedPart;
}

/** Objects that an intended difference has made different on the two servers. They cause further differences. */
class DivergedObjects {
  /** Divergences by the path of the object in any version. Namespaces and names of scenarios make the path unique. */
  readonly #objects = new Map<string, Divergence>();
  /** Divergences by the path of a collection that contains such an object. */
  readonly #collections = new Map<string, Divergence>();

  /** Records which part of the written object the servers have stored differently. */
  learn(exchange: ComparedExchange, difference: Difference, rule: IntendedDifference): void {
    const path = objectPathOf(exchange.target);
    const known = this.#objects.get(path)?.part;
    const part =
      divergedPart(exchange, difference) ?? (known === "managers" ? appliedPart(exchange, difference) : undefined);
    if (!part || !["PUT", "PATCH", "DELETE"].includes(exchange.method) || isDryRun(exchange)) return;
    if (known && divergedParts.indexOf(known) >= divergedParts.indexOf(part)) return;
    this.#objects.set(path, { rule, part });
    if (part !== "managers" && this.#collections.get(collectionOf(path))?.part !== "object") {
      this.#collections.set(collectionOf(path), { rule, part });
    }
  }

  /** Returns the rule of the intended difference that caused this one. */
  causeOf(exchange: ComparedExchange, difference: Difference): IntendedDifference | undefined {
    const path = objectPathOf(exchange.target);
    const found = this.#objects.get(path);
    // An apply removes fields without another field manager.
    if (found?.part === "managers" && isApply(exchange)) return found.rule;
    if (found && isAbout(found.part, difference)) return found.rule;
    const listed = difference.where.startsWith("body .items") ? this.#collections.get(path) : undefined;
    return listed && isAbout(listed.part, difference) ? listed.rule : undefined;
  }
}

/** Returns the part of the written object that differs. It is the whole object if only one server accepts the write. */
function divergedPart({ hasSameVerdict }: ComparedExchange, { where }: Difference): DivergedPart | undefined {
  if (where === "status") return hasSameVerdict ? undefined : "object";
  // If the object counts as deleted on one server only, the next write removes it there.
  if (where === "body .metadata.deletionTimestamp") return "object";
  if (where.startsWith("body .metadata.managedFields")) return "managers";
  return where === "body .metadata.resourceVersion" ? "version" : undefined;
}

/**
 * Returns the part of an object that differs after an apply with other field managers. It is the whole object if the
 * applied objects differ.
 */
function appliedPart(exchange: ComparedExchange, { where }: Difference): DivergedPart | undefined {
  const isOfObject = /^body \.(?!details|message|metadata\.resourceVersion)/.test(where);
  return isApply(exchange) && isOfObject ? "object" : undefined;
}

/**
 * Whether a difference can follow from a divergence of this part. Field managers determine the conflicts of applies.
 */
function isAbout(part: DivergedPart, { where, reference, orch }: Difference): boolean {
  if (part === "object" || where.endsWith("resourceVersion")) return true;
  return (
    part === "managers" && /managedFields|FieldManagerConflict|conflicts? with \\*"/.test(where + reference + orch)
  );
}

/** Whether a rule covers every difference of a scenario. */
export function isExplained(exchanges: readonly ComparedExchange[], rules: readonly IntendedDifference[]): boolean {
  const outcome = new Outcome(rules);
  for (const exchange of exchanges) outcome.add(exchange);
  return outcome.classes.size === 0;
}

/** Collects exchanges. */
export class Outcome {
  readonly suites = new Map<string, SuiteCounts>();
  /** Classes by signature that no rule of `docs/differences.md` covers. */
  readonly classes = new Map<string, DifferenceClass>();
  /** Titles of scenarios that differed in one run and not in a later one. */
  readonly unrepeated: string[] = [];
  /** Number of occurrences of each intended difference, by title. */
  readonly intended = new Map<string, number>();
  readonly #rules: readonly IntendedDifference[];
  readonly #diverged = new DivergedObjects();

  constructor(rules: readonly IntendedDifference[]) {
    this.#rules = rules;
  }

  add(exchange: ComparedExchange): void {
    const counts = this.#countsOf(exchange.suite);
    counts.exchanges++;
    if (exchange.hasSameVerdict) counts.sameVerdict++;
    counts.verdicts[this.#judge(exchange)]++;
  }

  #judge(exchange: ComparedExchange): Verdict {
    if (exchange.differences.length === 0) return "identical";
    let verdict: Verdict = "intended";
    for (const difference of exchange.differences) {
      const { suite, scenario, method, target, earlier = "" } = exchange;
      const located = { ...difference, suite, scenario, method, target, earlier, body: bodyTextOf(exchange) };
      const rule = this.#rules.find((known) => known.matches(located)) ?? this.#diverged.causeOf(exchange, difference);
      if (!rule) {
        verdict = "different";
        this.#classify(exchange, difference);
        continue;
      }
      this.#diverged.learn(exchange, difference, rule);
      this.intended.set(rule.title, (this.intended.get(rule.title) ?? 0) + 1);
      if (rule.closedByStep !== undefined && verdict !== "different") verdict = "later step";
    }
    if (verdict !== "different" && !exchange.hasSameVerdict) this.#countsOf(exchange.suite).sameVerdict++;
    return verdict;
  }

  #classify(exchange: ComparedExchange, difference: Difference): void {
    const signature = signatureOf(exchange.suite, difference);
    const known = this.classes.get(signature);
    if (!known) {
      const resources = new Set([resourceOf(exchange.target)]);
      this.classes.set(signature, { signature, count: 1, example: exchange, exampleDifference: difference, resources });
      return;
    }
    known.count++;
    known.resources.add(resourceOf(exchange.target));
    if (sizeOf(exchange) < sizeOf(known.example)) {
      known.example = exchange;
      known.exampleDifference = difference;
    }
  }

  #countsOf(suite: string): SuiteCounts {
    let counts = this.suites.get(suite);
    if (!counts) {
      counts = {
        exchanges: 0,
        sameVerdict: 0,
        verdicts: { identical: 0, intended: 0, "later step": 0, different: 0 },
      };
      this.suites.set(suite, counts);
    }
    return counts;
  }
}

/** Returns the common part of differences with one cause: the location, and both values without names and numbers. */
function signatureOf(suite: string, { where, reference, orch }: Difference): string {
  return `${suite}: ${where}: ${withoutValues(reference)} -> ${withoutValues(orch)}`;
}

function withoutValues(text: string): string {
  const blanked = text
    .replace(/<(uid|random|address|port|version) \d+>/g, "<$1>")
    .replace(/\\?"(?:[^"\\]|\\[^"])*\\?"/g, (quoted) => (quoted.length > 40 ? '"..."' : quoted))
    .replace(/\d+/g, (digits) => (digits.length === 3 ? digits : "N"))
    .replace(/\s+/g, " ");
  return blanked.length > 200 ? `${blanked.slice(0, 200)}...` : blanked;
}

/** Returns the resource of a target, with its subresource. */
function resourceOf(target: string): string {
  const path = target.split("?", 1)[0] ?? "";
  const match = /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/)?([^/]+)(?:\/[^/]+(\/.+)?)?$/.exec(path);
  return match ? `${match[1]}${match[2] ?? ""}` : path;
}

function sizeOf(exchange: ComparedExchange): number {
  return exchange.target.length + bodyTextOf(exchange).length;
}
