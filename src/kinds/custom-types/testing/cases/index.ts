import type { RuleCase } from "../rule-case.ts";
import { costCases } from "./costs.ts";
import { messageCases } from "./messages.ts";
import { rejectedCases } from "./rejected.ts";
import { updateCases } from "./updates.ts";
import { valueCases } from "./values.ts";

/** All cases. Their titles are unique. */
export const ruleCases: readonly RuleCase[] = [
  ...valueCases,
  ...messageCases,
  ...updateCases,
  ...costCases,
  ...rejectedCases,
];
