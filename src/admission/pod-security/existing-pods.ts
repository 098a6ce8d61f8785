/** Warnings about Pods that exist in a namespace and violate the level that it enforces from now on. */
import type { Pod } from "../../api/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { fairTurns } from "../../base/fair-turns.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { ObjectScanner } from "../../meta/object-reader.ts";
import { StatusError } from "../../meta/status-error.ts";
import { type LevelVersion, levelText } from "./standards/level.ts";
import type { SecurityStandards } from "./standards/security-standards.ts";
import { reasonsOf } from "./standards/violation.ts";

/** Maximum number of Pods that one write of a namespace checks. */
export const checkedPodsMax = 3_000;
/** Time limit of the check, including that of reading the Pods. */
const timeMaxMs = 1_000;

/** Everything with which Pods are checked. */
export interface ExistingPodServices {
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly pods: ObjectScanner<Pod>;
  readonly standards: SecurityStandards;
  readonly isExempt: (pod: DeepReadonly<Pod>) => boolean;
}

type ReadPod = () => DeepReadonly<Pod>;

/** Pods with the same violations. */
interface PodGroup {
  /** The first name in alphabetical order. */
  name: string;
  count: number;
}

/** Returns the warnings about the Pods of a namespace. The first Pod of each controller is checked before the others. */
export async function existingPodWarnings(
  namespace: string,
  level: LevelVersion,
  services: ExistingPodServices,
): Promise<readonly string[]> {
  const endMs = services.clock.monotonicMs() + timeMaxMs;
  let reads: readonly ReadPod[];
  try {
    reads = await services.pods.scan(namespace);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return ["failed to list pods while checking new PodSecurity enforce level"];
  }
  const check = new NamespaceCheck(level, services);
  const isOver = (): boolean => services.clock.monotonicMs() > endMs;
  await check.run(reads, isOver);
  return check.warnings(namespace);
}

/** One check of the Pods of a namespace. */
class NamespaceCheck {
  readonly #level: LevelVersion;
  readonly #services: ExistingPodServices;
  readonly #groups = new Map<string, PodGroup>();
  readonly #controllers = new Set<string>();
  #totalCount = 0;
  #checkedCount = 0;

  constructor(level: LevelVersion, services: ExistingPodServices) {
    this.#level = level;
    this.#services = services;
  }

  /**
   * Checks the Pods. If it ends early, Pods that were not read count as checkable, although some of them may be exempt.
   * @param isOver whether the time is over
   */
  async run(reads: readonly ReadPod[], isOver: () => boolean): Promise<void> {
    this.#totalCount = reads.length;
    const repeated: ReadPod[] = [];
    for (const read of reads) {
      const pod = await inTurn(read);
      if (this.#services.isExempt(pod)) this.#totalCount--;
      else if (this.#isRepeated(pod)) repeated.push(read);
      else if (this.#checkedCount < checkedPodsMax) this.#check(pod);
      if (isOver()) return;
    }
    for (const read of repeated) {
      if (this.#checkedCount === checkedPodsMax || isOver()) return;
      this.#check(await inTurn(read));
    }
  }

  warnings(namespace: string): readonly string[] {
    const [checked, total] = [this.#checkedCount, this.#totalCount];
    const partial = `new PodSecurity enforce level only checked against the first ${checked} of ${total} existing pods`;
    const level = goQuote(levelText(this.#level));
    const summary = `existing pods in namespace ${goQuote(namespace)} violate the new PodSecurity enforce level ${level}`;
    const groups = [...this.#groups].map(([reasons, group]) => `${groupText(group)}: ${reasons}`).sort();
    return [...(checked < total ? [partial] : []), ...(groups.length > 0 ? [summary] : []), ...groups];
  }

  #isRepeated({ metadata }: DeepReadonly<Pod>): boolean {
    const uid = metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
    if (uid === undefined) return false;
    if (this.#controllers.has(uid)) return true;
    this.#controllers.add(uid);
    return false;
  }

  #check(pod: DeepReadonly<Pod>): void {
    this.#checkedCount++;
    const violations = this.#services.standards.evaluate(this.#level, pod);
    if (violations.length === 0) return;
    const reasons = reasonsOf(violations);
    const { name = "" } = pod.metadata;
    const group = this.#groups.get(reasons);
    if (!group) this.#groups.set(reasons, { name, count: 1 });
    else {
      group.count++;
      if (name < group.name) group.name = name;
    }
  }
}

async function inTurn(read: ReadPod): Promise<DeepReadonly<Pod>> {
  if (fairTurns.isOver) await fairTurns.next();
  return read();
}

function groupText({ name, count }: PodGroup): string {
  if (count === 1) return name;
  return count === 2 ? `${name} (and 1 other pod)` : `${name} (and ${count - 1} other pods)`;
}
