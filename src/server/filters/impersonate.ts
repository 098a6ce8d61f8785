/**
 * Lets a request act as another user. Each property of that user is a permission that the sender needs: the verb `impersonate` on
 * users, service accounts, groups, extra properties and uids.
 */
import type { User } from "../../authn/index.ts";
import type { Authorizer, Decision, ResourceAction } from "../../meta/access/access-control.ts";
import { impersonatedGroups } from "../../meta/access/impersonated-groups.ts";
import { group, type Vocabulary } from "../../meta/vocabulary.ts";
import type { Filter } from "../chain.ts";
import { type PlainTextError, plainInternalError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";
import {
  type ClaimedValue,
  claimedUserName,
  readImpersonation,
  removeImpersonation,
} from "../requests/impersonation-headers.ts";
import { forbiddenError } from "./authorize.ts";

/** Returns the filter. It sets `user` and `impersonator` of a call that acts as another user. */
export function impersonate(authorizer: Authorizer, vocabulary: Vocabulary): Filter {
  const authenticationGroup = vocabulary.bind(group("authentication"));
  return (call, next) => {
    const claimed = readImpersonation(call.exchange);
    if (claimed.length === 0) return next(call);
    if (!claimed.some(isUser)) throw userMissing(call, claimed, authenticationGroup);
    const actions = claimed.map((one) => impersonationOf(one, authenticationGroup));
    const checked = checkActions(call, actions, authorizer);
    const continueAsUser = (): Promise<void> => {
      actAs(call, userOf(claimed));
      return next(call);
    };
    return checked instanceof Promise ? checked.then(continueAsUser) : continueAsUser();
  };
}

/** Checks the actions in order. @throws StatusError 403 for the first that is not allowed */
function checkActions(
  call: Call,
  actions: readonly ResourceAction[],
  authorizer: Authorizer,
): Promise<void> | undefined {
  const remaining = actions.values();
  // After a decision that waits, the next call continues behind its action.
  const checkRemaining = (): Promise<void> | undefined => {
    for (const action of remaining) {
      const decision = authorizer(call.user, action);
      if (decision instanceof Promise) {
        return decision.then((later) => {
          requireAllowed(call, action, later);
          return checkRemaining();
        });
      }
      requireAllowed(call, action, decision);
    }
    return undefined;
  };
  return checkRemaining();
}

function requireAllowed(call: Call, action: ResourceAction, { decision, reason }: Decision): void {
  if (decision === "allow") return;
  call.isDenied = true;
  throw forbiddenError(call.user.name, action, reason);
}

function impersonationOf(claimed: ClaimedValue, authenticationGroup: string): ResourceAction {
  const action = {
    isResource: true,
    verb: "impersonate",
    namespace: "",
    subresource: "",
    name: claimed.value,
  } as const;
  switch (claimed.type) {
    case "account":
      return { ...action, group: "", version: "", resource: "serviceaccounts", namespace: claimed.namespace };
    case "user":
      return { ...action, group: "", version: "", resource: "users" };
    case "group":
      return { ...action, group: "", version: "", resource: "groups" };
    case "uid":
      return { ...action, group: authenticationGroup, version: "v1", resource: "uids" };
    case "extra":
      return {
        ...action,
        group: authenticationGroup,
        version: "v1",
        resource: "userextras",
        subresource: claimed.key,
      };
  }
}

function isUser({ type }: ClaimedValue): boolean {
  return type === "user" || type === "account";
}

/** Returns the user that all values together describe. */
function userOf(claimed: readonly ClaimedValue[]): User {
  const valuesByKey = new Map<string, readonly string[]>();
  let name = "";
  let uid = "";
  const groups = claimed.flatMap(({ type, value }) => (type === "group" ? [value] : []));
  for (const one of claimed) {
    name = claimedUserName(one) ?? name;
    if (one.type === "uid") uid = one.value;
    if (one.type === "extra") valuesByKey.set(one.key, [...(valuesByKey.get(one.key) ?? []), one.value]);
  }
  const extra = Object.fromEntries(valuesByKey);
  return { name, groups: impersonatedGroups(name, groups), ...(uid === "" ? {} : { uid }), extra };
}

function actAs(call: Call, user: User): void {
  call.impersonator = call.user;
  call.user = user;
  removeImpersonation(call.exchange);
  call.logger.info("a request impersonates a user", {
    id: call.id,
    user: call.user.name,
    groups: call.user.groups.join(","),
    impersonator: call.impersonator.name,
  });
}

/** Returns the error for claims without a user, with the message of the reference. */
function userMissing(call: Call, claimed: readonly ClaimedValue[], authenticationGroup: string): PlainTextError {
  const claims = claimed.map((one) => referenceText(one, `${authenticationGroup}/v1`)).join(" ");
  return plainInternalError(call, `requested [${claims}] without impersonating a user`);
}

/** Prints a claimed value as the reference prints its object references. */
function referenceText(claimed: ClaimedValue, authenticationVersion: string): string {
  switch (claimed.type) {
    case "extra":
      return `{UserExtra  ${claimed.value}  ${authenticationVersion}  ${claimed.key}}`;
    case "uid":
      return `{UID  ${claimed.value}  ${authenticationVersion}  }`;
    default:
      return `{Group  ${claimed.value}    }`;
  }
}
