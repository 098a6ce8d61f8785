/** Rules of types that kinds of all groups share. */
import type { RuleEntry } from "../../schema/index.ts";
import { labelSelectorRules } from "./label-selector-rules.ts";

/** Rules of types that kinds of all groups share. */
export const metaRules: readonly RuleEntry[] = [...labelSelectorRules];
