/** The rules of the structs that kinds of all groups share. */
import type { RuleEntry } from "../../schema/index.ts";
import { labelSelectorRules } from "./label-selector-rules.ts";

export const metaRules: readonly RuleEntry[] = [...labelSelectorRules];
