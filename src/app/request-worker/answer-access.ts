/** Answers the request worker's questions about permissions in the main thread. */
import { reasonOf } from "../../base/reason-of.ts";
import type { AccessControl, Attributes } from "../../meta/access/access-control.ts";
import type { ActionSelectors } from "../../meta/access/action-selectors.ts";
import { LabelRequirement } from "../../meta/label-requirement.ts";
import { StatusError } from "../../meta/status-error.ts";
import type { AccessAnswer, AccessQuestion, AccessValue, SentAttributes, SentSelectors } from "./access-messages.ts";

/** Returns the answer to a question. Never rejects, because the worker waits for an answer. */
export async function answerAccess(access: AccessControl, question: AccessQuestion): Promise<AccessAnswer> {
  try {
    return { value: await valueOf(access, question) };
  } catch (error) {
    if (!(error instanceof StatusError)) return { failure: reasonOf(error) };
    const { code, message, reason, details } = error;
    return { error: { code, message, reason, details } };
  }
}

function valueOf(access: AccessControl, question: AccessQuestion): AccessValue | Promise<AccessValue> {
  switch (question.ask) {
    case "authorize":
      return access.authorize(question.about[0], receivedAttributes(question.about[1]));
    case "listRules":
      return access.listRules(...question.about);
    case "rulesOfUser":
      return access.roles.rulesOfUser(...question.about);
    case "rulesOfRole":
      return access.roles.rulesOfRole(...question.about);
  }
}

function receivedAttributes(attributes: SentAttributes): Attributes {
  if (!attributes.isResource) return attributes;
  const { selectors, ...action } = attributes;
  return selectors ? { ...action, selectors: () => receivedSelectors(selectors) } : action;
}

function receivedSelectors({ field, label }: SentSelectors): ActionSelectors {
  const requirements = label.requirements.map(
    ({ key, operator, values }) => new LabelRequirement(key, operator, values),
  );
  return { field, label: { ...label, requirements } };
}
