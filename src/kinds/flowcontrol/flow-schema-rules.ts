import {
  type FlowSchema,
  type FlowSchemaSpec,
  flowSchema,
  flowSchemaSpec,
  flowSchemaStatus,
} from "../../api/flowcontrol/v1/flow-schema.ts";
import { equalJson } from "../../base/json-tree.ts";
import { invalidField, notSupportedField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goStruct } from "../../meta/go-struct.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportRequiredFormat } from "../reporting.ts";
import { reportConditionTypes } from "./condition-types.ts";
import { goFlowSchemaSpec } from "./go-flow-schema.ts";
import { exempt, mandatoryFlowSchemas } from "./mandatory-objects.ts";

/** Validation of FlowSchemas: precedence, priority level, conditions. */
export const flowSchemaRules: readonly RuleEntry[] = [
  rulesFor(flowSchema.schema, { validate: reportSchema }),
  rulesFor(flowSchemaSpec, { validate: reportSpec }),
  rulesFor(flowSchemaStatus, { validate: reportConditionTypes }),
];

/** Reports errors that depend on the object's name. */
function reportSchema({ metadata: { name = "" }, spec }: FlowSchema, context: ValidationContext): void {
  if (!spec) return;
  if (spec.matchingPrecedence === 1 && name !== exempt) {
    const why = `only the schema named '${exempt}' may have matchingPrecedence 1`;
    context.report(invalidField("spec.matchingPrecedence", 1, why));
  }
  const fixed = mandatoryFlowSchemas.get(name);
  if (!fixed || equalJson(spec, fixed)) return;
  context.report(invalidField("spec", goFlowSchemaSpec(spec), `spec of '${name}' must equal the fixed value`));
}

const precedenceMax = 10_000;
const methods = ["ByNamespace", "ByUser"];

function reportSpec(spec: FlowSchemaSpec, context: ValidationContext): void {
  const { matchingPrecedence: precedence = 0, distinguisherMethod: method, priorityLevelConfiguration } = spec;
  const rejectPrecedence = (why: string): void =>
    context.report(invalidField(at(context, "matchingPrecedence"), precedence, why));
  if (precedence <= 0) rejectPrecedence("must be a positive value");
  if (precedence > precedenceMax) rejectPrecedence(`must not be greater than ${precedenceMax}`);
  if (method && !methods.includes(method.type)) {
    const shown = new GoText(goStruct("flowcontrol.FlowDistinguisherMethod", { Type: goQuote(method.type) }));
    context.report(notSupportedField(at(context, "distinguisherMethod.type"), shown, methods));
  }
  const { name } = priorityLevelConfiguration;
  const part = "priorityLevelConfiguration.name";
  reportRequiredFormat(context, part, "dns1123Subdomain", name, "must reference a priority level");
}
