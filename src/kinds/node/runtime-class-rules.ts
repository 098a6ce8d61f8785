/** Rules of RuntimeClasses. */

import type { Toleration } from "../../api/index.ts";
import {
  type Overhead,
  overhead,
  type RuntimeClass,
  runtimeClass,
  type Scheduling,
  scheduling,
} from "../../api/node/v1/runtime-class.ts";
import { duplicateField, forbiddenField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { isHugePages } from "../../meta/resources/resource-names.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportContainerResources } from "../core/resources/resource-rules.ts";
import { reportToleration } from "../core/scheduling/toleration-rules.ts";
import { goPointer } from "../meta/go-values.ts";
import { reportLabels } from "../meta/labels.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, within } from "../reporting.ts";

/** Rules of RuntimeClasses. */
export const runtimeClassRules: readonly RuleEntry[] = [
  rulesFor(runtimeClass.schema, { validate: reportHandler }),
  rulesFor(overhead, { validate: reportOverhead }),
  rulesFor(scheduling, { validate: reportScheduling }),
];

/** Reports an invalid handler. A missing handler is reported as an invalid one. */
function reportHandler({ handler }: RuntimeClass, context: ValidationContext): void {
  reportFormat(context, "handler", "dns1123Label", handler);
}

/** Reports an invalid overhead. The reference reports the amounts with a path in `limits`. */
function reportOverhead({ podFixed = {} }: Overhead, context: ValidationContext): void {
  reportContainerResources(context, "limits", podFixed);
  const names = Object.keys(podFixed);
  if (!names.some(isHugePages) || names.includes("cpu") || names.includes("memory")) return;
  context.report(forbiddenField(context.path(), "HugePages require cpu or memory"));
}

/**
 * Reports invalid scheduling settings. The reference writes `tolerations` twice in the paths, except for duplicates.
 */
function reportScheduling({ nodeSelector, tolerations = [] }: Scheduling, context: ValidationContext): void {
  reportLabels(context, "nodeSelector", nodeSelector);
  tolerations.forEach((one, index) => reportToleration(one, within(context, `tolerations.tolerations[${index}]`)));
  const keys = tolerations.map(({ key, operator, value, effect }) => JSON.stringify([key, operator, value, effect]));
  for (const index of repeatIndexes(keys)) {
    context.report(duplicateField(at(context, `tolerations[${index}]`), goToleration(tolerations[index] ?? {})));
  }
}

function goToleration({ key, operator, value, effect, tolerationSeconds }: Toleration): GoText {
  const parts = Object.entries({ Key: key, Operator: operator, Value: value, Effect: effect });
  const texts = parts.map(([name, text]) => `${name}:${goQuote(text ?? "")}`).join(", ");
  const seconds = goPointer("int64", tolerationSeconds !== undefined);
  return new GoText(`core.Toleration{${texts}, TolerationSeconds:${seconds}}`);
}
