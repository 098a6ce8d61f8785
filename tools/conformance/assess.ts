/**
 * Determines the state of every requirement, and finds contradictions in the lists. A requirement is shown if a test
 * with its ID in the title passed and none failed. An area may wait as a whole while some of its requirements are
 * shown. A requirement that waits by itself must not be shown, so that the list contains only open work.
 */
import type { Evidence } from "./evidence.ts";
import type { Area, WaitingRequirements } from "./requirements.ts";

/** State of a requirement. `waiting` is one that the list of waiting requirements excuses. */
export type RequirementState = "shown" | "not shown" | "waiting";

/** A requirement with its state. */
export interface AssessedRequirement {
  readonly id: string;
  readonly area: string;
  readonly statement: string;
  readonly state: RequirementState;
  /** Title of the first failed test with this ID. */
  readonly failedTest: string | undefined;
}

/** Result of an assessment. */
export interface Assessment {
  readonly areas: readonly Area[];
  readonly requirements: readonly AssessedRequirement[];
  /** Problems of the lists or of the tests' titles, one sentence each. */
  readonly problems: readonly string[];
}

/** The lists and the results of the tests. */
export interface AssessmentInput {
  readonly areas: readonly Area[];
  readonly waiting: WaitingRequirements;
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** Assesses only this area. Undefined for all areas. */
  readonly onlyArea?: string | undefined;
}

/** Assesses the requirements. Checks the lists themselves only if all areas are assessed. */
export function assess({ areas, waiting, evidence, onlyArea }: AssessmentInput): Assessment {
  const waitingIds = new Set(waiting.requirements.map(({ id }) => id));
  const waitingAreas = new Set(waiting.areas.map(({ area }) => area));
  const all = areas.flatMap(({ area, requirements }) =>
    Object.entries(requirements).map(([id, statement]): AssessedRequirement => {
      const isWaiting = waitingIds.has(id) || waitingAreas.has(area);
      const own = evidence.get(id);
      return { id, area, statement, state: stateOf(own, isWaiting), failedTest: own?.failed[0] };
    }),
  );
  const requirements = all.filter(({ area }) => onlyArea === undefined || area === onlyArea);
  const problems = [
    ...staleProblems(requirements, { waitingIds, waitingAreas, list: waiting.list }),
    ...(onlyArea === undefined ? listProblems({ areas, waiting, evidence }) : []),
  ];
  return { areas: areas.filter(({ area }) => onlyArea === undefined || area === onlyArea), requirements, problems };
}

function stateOf(evidence: Evidence | undefined, isWaiting: boolean): RequirementState {
  if (evidence && evidence.passed.length > 0 && evidence.failed.length === 0) return "shown";
  return isWaiting ? "waiting" : "not shown";
}

function staleProblems(
  requirements: readonly AssessedRequirement[],
  {
    waitingIds,
    waitingAreas,
    list,
  }: { waitingIds: ReadonlySet<string>; waitingAreas: ReadonlySet<string>; list: string },
): string[] {
  const shownIds = requirements.filter(({ id, state }) => state === "shown" && waitingIds.has(id));
  const shownAreas = [...waitingAreas].filter((area) => {
    const own = requirements.filter((one) => one.area === area);
    return own.length > 0 && own.every(({ state }) => state === "shown");
  });
  return [
    ...shownIds.map(({ id }) => `${id} is shown: remove it from ${list}`),
    ...shownAreas.map((area) => `all of ${area} is shown: remove the area from ${list}`),
  ];
}

function listProblems({ areas, waiting, evidence }: AssessmentInput): string[] {
  const known = new Set(areas.flatMap(({ requirements }) => Object.keys(requirements)));
  const knownAreas = new Set(areas.map(({ area }) => area));
  const waitingIds = waiting.requirements.map(({ id }) => id);
  const waitingAreas = waiting.areas.map(({ area }) => area);
  const titleOf = (id: string): string =>
    evidence.get(id)?.passed[0] ?? evidence.get(id)?.failed[0] ?? "a skipped test";
  const unknown = [...evidence.keys()].filter((id) => !known.has(id));
  return [
    ...unknown.map((id) => `${id} is in no list, but a test names it: "${titleOf(id)}"`),
    ...waitingIds.filter((id) => !known.has(id)).map((id) => `${waiting.list} lists ${id}, which does not exist`),
    ...waitingAreas
      .filter((area) => !knownAreas.has(area))
      .map((area) => `${waiting.list} lists the area ${area}, which does not exist`),
    ...repeated([...waitingIds, ...waitingAreas]).map((name) => `${waiting.list} lists ${name} twice`),
    ...waitingIds
      .filter((id) => areas.some((one) => waitingAreas.includes(one.area) && id in one.requirements))
      .map((id) => `${waiting.list} lists ${id} and its whole area`),
    ...[...waiting.areas, ...waiting.requirements]
      .filter(({ step, reason }) => !step || !reason)
      .map((entry) => `${waiting.list} has an entry without step or reason: ${JSON.stringify(entry)}`),
  ];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
