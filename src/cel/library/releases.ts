/**
 * Which release brought which library and language feature. An expression in a new or changed object may only use what the
 * previous release knows too, so that the cluster can return to it. An expression that is stored may use everything.
 */
import type { Vocabulary } from "../../meta/vocabulary.ts";
import {
  type Environment,
  environment,
  type FunctionDeclaration,
  type LanguageFeatures,
} from "../declarations/index.ts";
import { opaqueType, optionalTypeName, type Type } from "../types/index.ts";
import { authorizerFunctions, authorizerSelectorFunctions } from "./cluster/authorizer/authorizer-library.ts";
import { type ClusterTypes, clusterTypes } from "./cluster/cluster-types.ts";
import { equalityEstimates } from "./cluster/equality.ts";
import { formatFunctions } from "./cluster/format/format-library.ts";
import { cidrType, ipType } from "./cluster/net/address-values.ts";
import { cidrFunctions } from "./cluster/net/cidr-library.ts";
import { ipFunctions } from "./cluster/net/ip-library.ts";
import { quantityFunctions } from "./cluster/quantity/quantity-library.ts";
import { urlFunctions } from "./cluster/url/url-library.ts";
import { listFunctions } from "./lists/index.ts";
import { optionalFunctions } from "./optionals/index.ts";
import { regexFunctions } from "./regex/index.ts";
import { setFunctions } from "./sets/index.ts";
import { standardFunctions } from "./standard/index.ts";
import { stringFunctions } from "./strings/index.ts";
import { twoVariableFunctions } from "./two-variable/index.ts";

/** A release by its minor version: 31 is 1.31. */
export type Release = number;

/** The functions, types or features that a release brought. */
interface Addition {
  readonly since: Release;
  /** The release that removed it again. Stored expressions never use it then. */
  readonly until?: Release;
  /** New expressions can only use it if this gate is on. */
  readonly gate?: string;
  readonly functions?: (types: ClusterTypes) => readonly FunctionDeclaration[];
  /** Types that expressions can name. */
  readonly namedTypes?: readonly Type[];
  readonly features?: Partial<LanguageFeatures>;
}

const additions: readonly Addition[] = [
  { since: 0, functions: () => standardFunctions },
  { since: 0, functions: (types) => urlFunctions(types.url) },
  { since: 0, functions: equalityEstimates },
  { since: 0, functions: () => regexFunctions },
  { since: 0, functions: () => listFunctions },
  { since: 27, functions: authorizerFunctions },
  { since: 28, features: { crossTypeComparisons: true } },
  {
    since: 28,
    functions: () => optionalFunctions,
    namedTypes: [opaqueType(optionalTypeName)],
    features: { optionalSyntax: true },
  },
  { since: 28, functions: (types) => quantityFunctions(types.quantity) },
  { since: 29, features: { checkedConstants: true } },
  { since: 0, until: 29, functions: () => stringFunctions(0) },
  { since: 29, functions: () => stringFunctions(2) },
  { since: 29, functions: () => setFunctions },
  { since: 30, functions: () => ipFunctions, namedTypes: [ipType] },
  { since: 30, functions: () => cidrFunctions, namedTypes: [cidrType] },
  { since: 31, functions: (types) => formatFunctions(types.format) },
  { since: 31, gate: "AuthorizeWithSelectors", functions: authorizerSelectorFunctions },
  { since: 32, functions: () => twoVariableFunctions, features: { twoVariableComprehensions: true } },
];

/** The settings that determine the environments of a cluster. */
export interface EnvironmentChoice {
  readonly vocabulary: Vocabulary;
  /** The oldest release that must understand new expressions. Default: 31, since the server is 1.32. */
  readonly release?: Release;
  /** Whether a feature gate is on. Default: all are. */
  readonly isEnabled?: (gate: string) => boolean;
}

/** The environments of a cluster, without variables. */
export interface ClusterEnvironments {
  /** For expressions in new and changed objects. */
  readonly forNewExpressions: Environment;
  /** For expressions that are stored. It has everything that the server knows. */
  readonly forStoredExpressions: Environment;
}

const releaseDefault: Release = 31;
const newest: Release = Number.POSITIVE_INFINITY;
const known = new WeakMap<Vocabulary, Map<string, Environment>>();

/** Returns the environments of a cluster. Calls with the same choice return the same environments. */
export function clusterEnvironments(choice: EnvironmentChoice): ClusterEnvironments {
  const { vocabulary, release = releaseDefault, isEnabled = () => true } = choice;
  return {
    forNewExpressions: environmentOf(vocabulary, release, isEnabled),
    forStoredExpressions: environmentOf(vocabulary, newest, () => true),
  };
}

function environmentOf(vocabulary: Vocabulary, release: Release, isEnabled: (gate: string) => boolean): Environment {
  const chosen = additions.filter((addition) => isPart(addition, release, isEnabled));
  const key = chosen.map((addition) => additions.indexOf(addition)).join(",");
  let environments = known.get(vocabulary);
  if (!environments) {
    environments = new Map();
    known.set(vocabulary, environments);
  }
  let found = environments.get(key);
  if (!found) {
    found = assemble(chosen, clusterTypes(vocabulary));
    environments.set(key, found);
  }
  return found;
}

function isPart({ since, until, gate }: Addition, release: Release, isEnabled: (gate: string) => boolean): boolean {
  if (gate !== undefined && !isEnabled(gate)) return false;
  // A gate that is on brings its functions in every release, as in the reference.
  if (gate !== undefined && release !== newest) return true;
  return since <= release && (until === undefined || release < until);
}

function assemble(chosen: readonly Addition[], types: ClusterTypes): Environment {
  return environment({
    functions: chosen.flatMap(({ functions }) => functions?.(types) ?? []),
    namedTypes: chosen.flatMap(({ namedTypes }) => namedTypes ?? []),
    features: Object.assign({}, ...chosen.map(({ features }) => features ?? {})) as Partial<LanguageFeatures>,
  });
}
