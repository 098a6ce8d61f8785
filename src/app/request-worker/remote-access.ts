/** Permissions in the request worker. The main thread answers all questions, because only it has the roles and their index. */
import { PendingCalls } from "../../base/pending-calls.ts";
import type { AccessControl, Attributes } from "../../meta/access/access-control.ts";
import { StatusError } from "../../meta/status-error.ts";
import type {
  AccessAnswer,
  AccessQuestion,
  AccessQuestions,
  SentAttributes,
  SentError,
  SentSelectors,
} from "./access-messages.ts";

/** Asks the main thread about permissions. */
export class RemoteAccess implements AccessControl {
  readonly #send: (id: number, question: AccessQuestion) => void;
  readonly #calls = new PendingCalls<AccessAnswer>();

  constructor(send: (id: number, question: AccessQuestion) => void) {
    this.#send = send;
  }

  /** Completes a question with the answer of the main thread. */
  settle(id: number, answer: AccessAnswer): void {
    this.#calls.resolve(id, answer);
  }

  readonly authorize: AccessControl["authorize"] = (user, attributes) =>
    this.#ask<"authorize">({ ask: "authorize", about: [user, sentAttributes(attributes)] });

  readonly listRules: AccessControl["listRules"] = (user, namespace) =>
    this.#ask<"listRules">({ ask: "listRules", about: [user, namespace] });

  readonly roles: AccessControl["roles"] = {
    rulesOfUser: async (user, namespace) =>
      await this.#ask<"rulesOfUser">({ ask: "rulesOfUser", about: [user, namespace] }),
    rulesOfRole: async (role, namespace) =>
      await this.#ask<"rulesOfRole">({ ask: "rulesOfRole", about: [role, namespace] }),
  };

  async #ask<Name extends keyof AccessQuestions>(
    question: Extract<AccessQuestion, { ask: Name }>,
  ): Promise<AccessQuestions[Name]["answer"]> {
    const answer = await this.#calls.call((id) => this.#send(id, question));
    if ("error" in answer) throw errorOf(answer.error);
    if ("failure" in answer) throw new Error(`the main thread could not ${question.ask}: ${answer.failure}`);
    return answer.value as AccessQuestions[Name]["answer"];
  }
}

function errorOf({ code, message, reason, details }: SentError): StatusError {
  return new StatusError(code, message, { ...(reason ? { reason } : {}), ...(details ? { details } : {}) });
}

/** Returns only the members that authorizers read, because requests have others that cannot be sent. */
function sentAttributes(attributes: Attributes): SentAttributes {
  if (!attributes.isResource) return { isResource: false, verb: attributes.verb, path: attributes.path };
  const { verb, group, version, namespace, resource, subresource, name, selectors } = attributes;
  const action = { isResource: true, verb, group, version, namespace, resource, subresource, name } as const;
  return { ...action, selectors: selectors && sentSelectors(selectors()) };
}

function sentSelectors({ field, label }: SentSelectors): SentSelectors {
  const requirements = label.requirements.map(({ key, operator, values }) => ({ key, operator, values }));
  return { field, label: { ...label, requirements } };
}
