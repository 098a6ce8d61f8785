/** Feature rules of built-in types, beyond the features that single fields declare. */
import type { FeatureRuleSet } from "../schema/index.ts";
import { jobFeatures } from "./batch/job-features.ts";
import { podFeatures } from "./core/pod/pod-features.ts";

/** Feature rules of all built-in types. */
export const builtinFeatures: FeatureRuleSet = new Map([...jobFeatures, ...podFeatures]);
