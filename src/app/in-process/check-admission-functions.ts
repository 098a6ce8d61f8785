/** Checks the admission functions of a server before it starts, with the rules of webhooks and policies. */
import type { MatchCondition } from "../../api/admissionregistration/v1/match-condition.ts";
import { matchResources } from "../../api/admissionregistration/v1/match-resources.ts";
import { validatingWebhookConfiguration } from "../../api/index.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { builtinHooks } from "../../kinds/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  formatFieldError,
  invalidField,
  requiredField,
} from "../../meta/field-error.ts";
import { type Vocabulary, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { schemaCompiler } from "../cluster/cluster-registry.ts";
import { functionListErrors } from "./admission-function-shapes.ts";
import { type AdmissionFunction, functionMatch } from "./admission-functions.ts";
import { uncalledWebhook } from "./function-matching.ts";

/** The parts of the configuration on which the rules depend. */
interface CheckedConfig {
  readonly vocabulary: VocabularyName;
  readonly features: { readonly isEnabled: IsEnabled };
}

/** The rules of names and expressions depend on these. */
interface CheckedWrite {
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
}

/** Reports all invalid names, members and matches at once. Values of a wrong shape hide the other errors. @throws TypeError with an error on each line */
export async function checkAdmissionFunctions(
  definitions: readonly AdmissionFunction[],
  { vocabulary, features }: CheckedConfig,
): Promise<void> {
  throwErrors(functionListErrors(definitions, "admission"));
  const write = { vocabulary: vocabularies[vocabulary], isEnabled: features.isEnabled };
  const names = new Set<unknown>();
  const errors: FieldError[] = [];
  for (const [index, definition] of definitions.entries()) {
    const path = `admission[${index}]`;
    errors.push(...memberErrors(definition, path));
    if (names.has(definition.name)) errors.push(duplicateField(`${path}.name`, definition.name));
    names.add(definition.name);
    errors.push(...(await matchErrors(definition, `${path}.match`, write)));
  }
  throwErrors(errors);
}

/** Does nothing if the list is empty. @throws TypeError with an error on each line */
export function throwErrors(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new TypeError(errors.map(formatFieldError).join("\n"));
}

function memberErrors({ name, mutate, validate }: Partial<AdmissionFunction>, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (name === undefined || name === "") errors.push(requiredField(`${path}.name`, "must be a text that is not empty"));
  else if (typeof name !== "string") errors.push(invalidField(`${path}.name`, name, "must be a text"));
  for (const [member, value] of Object.entries({ mutate, validate })) {
    if (value !== undefined && typeof value !== "function") {
      errors.push(invalidField(`${path}.${member}`, value, "must be a function"));
    }
  }
  if (mutate === undefined && validate === undefined) errors.push(requiredField(path, "must have mutate or validate"));
  return errors;
}

async function matchErrors(
  definition: AdmissionFunction,
  path: string,
  write: CheckedWrite,
): Promise<readonly FieldError[]> {
  const { rules, matchConditions = [], ...selection } = functionMatch(definition, write.vocabulary);
  return [
    ...unknownMembers(selection, selectionMembers, path),
    ...rules.flatMap((rule, index) => unknownMembers(rule, ruleMembers, `${path}.rules[${index}]`)),
    ...selectionErrors({ ...selection, resourceRules: rules }, path, write),
    ...(matchConditions.length === 0 ? [] : await conditionErrors(matchConditions, path, write)),
  ];
}

const selectionMembers = ["matchPolicy", "namespaceSelector", "objectSelector"];
const ruleMembers = ["operations", "apiGroups", "apiVersions", "resources", "scope", "resourceNames"];

function unknownMembers(value: object, known: readonly string[], path: string): readonly FieldError[] {
  const unknown = Object.keys(value).filter((member) => !known.includes(member));
  return unknown.map((member) =>
    forbiddenField(`${path}.${member}`, `unknown member; the others are ${known.join(", ")}`),
  );
}

/** Returns the errors that a policy with this selection would have. */
function selectionErrors(selection: object, path: string, write: CheckedWrite): readonly FieldError[] {
  const compiled = schemaCompiler.compile(matchResources);
  try {
    const errors = compiled.validate(compiled.decode(selection).object, write);
    return errors.map((error) => ({ ...error, path: `${path}.${error.path.replace(/^resourceRules/, "rules")}` }));
  } catch (error) {
    return [{ type: "TypeInvalid", path, detail: reasonOf(error) }];
  }
}

/** Returns the errors that a webhook with these conditions would have. */
async function conditionErrors(
  matchConditions: readonly MatchCondition[],
  path: string,
  write: CheckedWrite,
): Promise<readonly FieldError[]> {
  await builtinHooks.get(validatingWebhookConfiguration)?.load?.();
  const webhook = { ...uncalledWebhook, name: "function.example.com", matchConditions: [...matchConditions] };
  const compiled = schemaCompiler.compile(validatingWebhookConfiguration.schema);
  // Decoding sets the members that are missing, as in a request.
  const { object } = compiled.decode({ kind: "", apiVersion: "", metadata: {}, webhooks: [webhook] });
  const errors = compiled.validate(object, write);
  return errors
    .filter((error) => error.path.startsWith(conditionsPath))
    .map((error) => ({ ...error, path: `${path}.${error.path.slice("webhooks[0].".length)}` }));
}

const conditionsPath = "webhooks[0].matchConditions";
