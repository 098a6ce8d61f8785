/** Everything that policies use. */
import type { Clock } from "../../base/clock.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Authorizer } from "../../meta/access/access-control.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { NamespaceReader } from "../matching/index.ts";
import type { FollowKinds } from "../object-table.ts";
import type { MutationObserver } from "./mutating/mutation-observer.ts";
import type { FindKind } from "./policy-parameters.ts";
import type { PolicyObserver } from "./validating/policy-observer.ts";

/** Everything that policies use. */
export interface PolicyServices {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly authorize: Authorizer;
  readonly namespaces: NamespaceReader;
  readonly follow: FollowKinds;
  readonly findKind: FindKind;
  readonly metrics: MetricRegistry;
  /** Only for commands that test policies. */
  readonly observer?: PolicyObserver;
  /** Only for commands that test policies. */
  readonly mutationObserver?: MutationObserver;
}
