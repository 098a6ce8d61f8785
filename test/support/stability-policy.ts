/** Checks of the tables that declare stages and releases, by the rules of the deprecation policy. */

/** Stages in the order of their stability. */
export type Stage = "Alpha" | "Beta" | "GA";

const rank: Readonly<Record<Stage, number>> = { Alpha: 0, Beta: 1, GA: 2 };

/** A version of a kind, as a table declares it. */
export interface VersionRow {
  readonly name: string;
  readonly version: string;
  readonly servedByDefault: boolean;
  readonly introduced?: number | undefined;
  readonly deprecated?: number | undefined;
  readonly removed?: number | undefined;
  readonly replacementVersion?: string | undefined;
}

/** Releases after which a beta version must be deprecated, and after which it is not served. */
const betaReleases = 3;

/** First release whose new beta versions are off by default. */
const betaOffSince = 22;

/** Returns the stage that the name of a version states. Undefined for a malformed name. */
export function stageOfVersion(version: string): Stage | undefined {
  const [, label] = /^v\d+(?:(alpha|beta)\d+)?$/.exec(version) ?? [undefined, "malformed"];
  if (label === "malformed") return undefined;
  return label === "alpha" ? "Alpha" : label === "beta" ? "Beta" : "GA";
}

/** Returns the violations of a table of versions. @param minor release that runs */
export function versionProblems(rows: readonly VersionRow[], minor: number): readonly string[] {
  return rows.flatMap((row) => {
    const stage = stageOfVersion(row.version);
    if (!stage) return [`${row.name}: the version ${row.version} is no name of a stage`];
    const replacement = row.replacementVersion === undefined ? undefined : stageOfVersion(row.replacementVersion);
    const { introduced = 0, deprecated = 0, removed = Number.POSITIVE_INFINITY } = row;
    const isBetaLate =
      deprecated > introduced + betaReleases || (Number.isFinite(removed) && removed > deprecated + betaReleases);
    return [
      ...(stage !== "GA" && row.servedByDefault && !(stage === "Beta" && introduced < betaOffSince)
        ? [`${row.name} is ${stage} and served by default`]
        : []),
      ...(stage === "GA" && row.removed !== undefined ? [`${row.name} is GA and has a release of removal`] : []),
      ...(stage === "Beta" && (row.deprecated === undefined || row.removed === undefined)
        ? [`${row.name} is Beta and has no releases of deprecation and removal`]
        : []),
      ...(stage === "Beta" && isBetaLate ? [`${row.name} is Beta and stays longer than the policy says`] : []),
      ...(stage === "Beta" && removed < deprecated + betaReleases
        ? [`${row.name} is removed earlier than ${betaReleases} releases after its deprecation`]
        : []),
      ...(replacement && rank[replacement] < rank[stage] ? [`${row.name} is replaced by a less stable version`] : []),
      ...(removed <= minor ? [`${row.name} is declared although 1.${removed} removed it`] : []),
    ];
  });
}

/** A flag, as a table declares it. */
export interface FlagRow {
  readonly name: string;
  readonly stage?: Stage;
  readonly deprecation?: {
    readonly since: number;
    readonly removed?: number;
    readonly replacements: readonly string[];
    readonly message: string;
  };
}

/** Shortest time between deprecation and removal in releases. A year has three releases, as deprecated behaviour stays so long. */
const flagReleases: Readonly<Record<Stage, number>> = { GA: 3, Beta: 1, Alpha: 0 };

/** Returns the violations of a table of flags. */
export function flagProblems(rows: readonly FlagRow[], minor: number): readonly string[] {
  const byName = new Map(rows.map((row) => [row.name, row]));
  return rows.flatMap(({ name, stage = "GA", deprecation }) => {
    if (!deprecation) return [];
    const { since, removed = Number.POSITIVE_INFINITY, replacements, message } = deprecation;
    return [
      ...(since > minor ? [`--${name} is deprecated by a later release`] : []),
      ...(removed <= minor ? [`--${name} is declared although 1.${removed} removed it`] : []),
      ...(removed - since < flagReleases[stage] ? [`--${name} is removed too early`] : []),
      ...(replacements.length === 0 ? [`--${name} is deprecated without a replacement`] : []),
      ...replacements.flatMap((one) => {
        const other = byName.get(one);
        if (!other || other.deprecation) return [`--${name} is replaced by --${one}, which is no flag or deprecated`];
        if (!message.includes(`--${one}`)) return [`the message about --${name} does not name --${one}`];
        return rank[other.stage ?? "GA"] < rank[stage] ? [`--${name} is replaced by the less stable --${one}`] : [];
      }),
    ];
  });
}

/** A gate with its states, the oldest first. */
export interface GateRow {
  readonly name: string;
  readonly states: readonly {
    readonly since: number;
    readonly stage: Stage | "Deprecated";
    readonly default: boolean;
    readonly isLocked: boolean;
  }[];
}

/** Returns the violations of a table of gates. */
export function gateProblems(rows: readonly GateRow[]): readonly string[] {
  return rows.flatMap(({ name, states }) =>
    states.flatMap((state, index) => {
      const before = states[index - 1];
      const isLess =
        before &&
        before.stage !== "Deprecated" &&
        state.stage !== "Deprecated" &&
        rank[state.stage] < rank[before.stage];
      return [
        ...(before && state.since <= before.since ? [`${name}: the releases do not ascend`] : []),
        ...(isLess ? [`${name} became less stable in 1.${state.since}`] : []),
        ...(state.stage === "GA" && !state.default ? [`${name} is GA and off`] : []),
        ...(state.isLocked && (state.stage === "Alpha" || state.stage === "Beta")
          ? [`${name} is locked although it is ${state.stage}`]
          : []),
      ];
    }),
  );
}

/** Releases in which a gate still works after its feature became GA. */
const gateReleasesAfterGa = 2;

/** Returns the gates that a release lacks too early. @param minor that release */
export function removedGateProblems(
  earlier: readonly GateRow[],
  names: ReadonlySet<string>,
  minor: number,
): readonly string[] {
  return earlier.flatMap(({ name, states }) => {
    const last = states.at(-1);
    if (names.has(name) || last?.stage === "Alpha" || last === undefined) return [];
    const isTooEarly = last.stage === "Beta" || minor - last.since <= gateReleasesAfterGa;
    return isTooEarly ? [`${name} is no longer known, although it was ${last.stage} since 1.${last.since}`] : [];
  });
}

/** A metric, as its definition declares it. */
export interface MetricRow {
  readonly name: string;
  readonly help: string;
  readonly stability: string;
  readonly deprecatedVersion?: string;
}

/** Returns the violations of a table of metrics. */
export function metricProblems(rows: readonly MetricRow[], minor: number): readonly string[] {
  return rows.flatMap(({ name, help, stability, deprecatedVersion }) => {
    const [, deprecated] = /^1\.(\d+)\.0$/.exec(deprecatedVersion ?? "1.0.0") ?? [];
    return [
      ...(/^(INTERNAL|ALPHA|BETA|STABLE)$/.test(stability) ? [] : [`${name} has no stability`]),
      ...(help.length > 0 ? [] : [`${name} has no help text`]),
      ...(deprecated === undefined || Number(deprecated) > minor ? [`${name} is deprecated by no known release`] : []),
    ];
  });
}
