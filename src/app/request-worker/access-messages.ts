/** Questions of the request worker about permissions, and the answers of the main thread. All are structured-cloneable. */
import type {
  Decision,
  GrantedRules,
  PathAction,
  ResourceAction,
  RoleReference,
  SubjectRules,
} from "../../meta/access/access-control.ts";
import type { SelectorRequirements } from "../../meta/access/action-selectors.ts";
import type { RoleRule } from "../../meta/access/role-rule.ts";
import type { FieldRequirement } from "../../meta/field-selector.ts";
import type { LabelRequirement } from "../../meta/label-requirement.ts";
import type { StatusError } from "../../meta/status-error.ts";
import type { User } from "../../meta/user.ts";

/** The data of a label requirement. */
export type SentLabelRequirement = Pick<LabelRequirement, "key" | "operator" | "values">;

/** Selectors of an action. */
export interface SentSelectors {
  readonly field: SelectorRequirements<FieldRequirement>;
  readonly label: SelectorRequirements<SentLabelRequirement>;
}

/** An action, with its selectors instead of a function that returns them. */
export type SentAttributes =
  | PathAction
  | (Omit<ResourceAction, "selectors"> & { readonly selectors: SentSelectors | undefined });

/** The questions, and the type of each answer. */
export interface AccessQuestions {
  authorize: { readonly question: readonly [User, SentAttributes]; readonly answer: Decision };
  listRules: { readonly question: readonly [User, namespace: string]; readonly answer: SubjectRules };
  rulesOfUser: { readonly question: readonly [User, namespace: string]; readonly answer: GrantedRules };
  rulesOfRole: { readonly question: readonly [RoleReference, namespace: string]; readonly answer: readonly RoleRule[] };
}

/** One question. */
export type AccessQuestion = {
  readonly [Name in keyof AccessQuestions]: { readonly ask: Name; readonly about: AccessQuestions[Name]["question"] };
}[keyof AccessQuestions];

/** The data of an error that clients see. */
export type SentError = Pick<StatusError, "code" | "message" | "reason" | "details">;

/** The value of an answer. */
export type AccessValue = AccessQuestions[keyof AccessQuestions]["answer"];

/** The answer to a question, or why there is none. */
export type AccessAnswer =
  | { readonly value: AccessValue }
  | { readonly error: SentError }
  | { readonly failure: string };
