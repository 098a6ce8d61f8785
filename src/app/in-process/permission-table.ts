/** Compares what users may do on a server with a table that a test contains. */
import { subjectAccessReview } from "../../api/authorization/v1/subject-access-review.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { type Client, preferredTypes } from "../../client/index.ts";
import { unlistedResources } from "../../meta/access/authorized-place.ts";
import type { User } from "../../meta/user.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { authenticatedUser } from "./authenticated-user.ts";
import type { InProcessUser } from "./in-process-client.ts";
import { readTableAction, type TableAction } from "./read-table-action.ts";

/** The actions that users may perform, and no others of the table. */
export interface PermissionTable {
  /** Users by the names that the rows use. A text is the name of a user without other groups than those of its kind. */
  readonly users: Readonly<Record<string, string | InProcessUser>>;
  /** Namespace of actions that name none. Default: `default`. */
  readonly namespace?: string;
  /**
   * For each action, the users of the table who may perform it. The others may not. An action is `VERB RESOURCE`,
   * `VERB RESOURCE NAME` or `VERB /PATH`: `list pods`, `get pods/log web`, `update deployments.apps/scale`. It ends with
   * `-n NAMESPACE` for a namespace, or with `-A` for all of them.
   */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns a sentence for each user and action that the server decides otherwise than the table.
 * @param vocabulary names that the server uses
 * @throws TypeError if the table names an unknown user or resource, or a user without a name
 */
export async function permissionDifferences(
  client: Client,
  table: PermissionTable,
  vocabulary: Vocabulary,
): Promise<readonly string[]> {
  const { users, namespace = "default", allowed } = table;
  const types = [...preferredTypes((await client.servedTypes()).types), ...unlistedResources(vocabulary)];
  const rows = Object.entries(allowed).map(([text, names]) => ({
    action: readTableAction(text, { namespace, types }),
    names: checkedNames(names, { text, users }),
  }));
  const differences: string[] = [];
  for (const { action, names } of rows) {
    const answers = Object.entries(users).map(async ([name, user]) =>
      difference(name, { client, action, user: userOf(user), isExpected: names.includes(name) }),
    );
    for (const one of await Promise.all(answers)) if (one !== undefined) differences.push(one);
  }
  return differences;
}

function userOf(user: string | InProcessUser): User {
  return authenticatedUser(typeof user === "string" ? { name: user, groups: [] } : user);
}

function checkedNames(
  names: readonly string[],
  { text, users }: { readonly text: string; readonly users: PermissionTable["users"] },
): readonly string[] {
  const unknown = names.find((name) => !Object.hasOwn(users, name));
  if (unknown === undefined) return names;
  const similar = nearestName(unknown, Object.keys(users));
  const hint = similar === undefined ? "" : `; did you mean ${similar}?`;
  throw new TypeError(
    `the row ${JSON.stringify(text)} names ${JSON.stringify(unknown)}, which is no user of the table${hint}`,
  );
}

interface Question {
  readonly client: Client;
  readonly action: TableAction;
  readonly user: User;
  readonly isExpected: boolean;
}

async function difference(name: string, { client, action, user, isExpected }: Question): Promise<string | undefined> {
  const { name: userName, groups, uid, extra } = user;
  const { status } = await client.api(subjectAccessReview).create({
    metadata: {},
    spec: {
      ...action.attributes,
      user: userName,
      groups: [...groups],
      ...(uid === undefined ? {} : { uid }),
      ...(extra === undefined ? {} : { extra: mutableExtra(extra) }),
    },
  });
  const isAllowed = status?.allowed === true;
  if (isAllowed === isExpected) return undefined;
  const reason = status?.reason ? ` (${status.reason})` : "";
  return isAllowed
    ? `${name} may ${action.title}, but must not${reason}`
    : `${name} may not ${action.title}, but must be allowed to${reason}`;
}

function mutableExtra(extra: NonNullable<User["extra"]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]));
}
