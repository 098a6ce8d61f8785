/** What structs have of features beyond the fields that say so themselves. */
import type { FeatureRuleSet } from "../schema/index.ts";
import { jobFeatures } from "./batch/job-features.ts";
import { podFeatures } from "./core/pod/pod-features.ts";

export const builtinFeatures: FeatureRuleSet = new Map([...jobFeatures, ...podFeatures]);
