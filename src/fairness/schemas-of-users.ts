/** Finds the FlowSchemas that concern a user, once for all tokens and connections of the user. */
import type { FlowSchemaSpec } from "../api/index.ts";
import type { User } from "../meta/user.ts";
import type { RequestDescription } from "./flow-request.ts";
import { matchesRules, rulesOfUser } from "./flow-rules.ts";
import type { ActiveFlowSchema } from "./flow-schema.ts";

/** The rules of a schema that concern a user. */
interface UserSchema {
  readonly schema: ActiveFlowSchema;
  readonly rules: NonNullable<FlowSchemaSpec["rules"]>;
}

interface KnownUser {
  readonly name: string;
  readonly schemas: readonly UserSchema[];
}

/** The FlowSchemas by the users whom they concern. */
export class SchemasOfUsers {
  readonly #schemas: readonly ActiveFlowSchema[];
  /**
   * The last user with a list of groups. Cached tokens of one user share this list (`authn/shared-users.ts`), so thousands of
   * tokens need one entry. Rules match only names and groups.
   */
  readonly #known = new WeakMap<User["groups"], KnownUser>();

  /** @param schemas in the order in which they are tried */
  constructor(schemas: readonly ActiveFlowSchema[]) {
    this.#schemas = schemas;
  }

  /** Returns the first schema that applies to a request. */
  find(user: User, request: RequestDescription): ActiveFlowSchema | undefined {
    for (const { schema, rules } of this.#schemasOf(user)) if (matchesRules(rules, request)) return schema;
    return undefined;
  }

  #schemasOf(user: User): readonly UserSchema[] {
    const known = this.#known.get(user.groups);
    if (known?.name === user.name) return known.schemas;
    const schemas = this.#schemas.flatMap((schema) => {
      const rules = rulesOfUser(schema.spec.rules, user);
      return rules.length === 0 ? [] : [{ schema, rules }];
    });
    this.#known.set(user.groups, { name: user.name, schemas });
    return schemas;
  }
}
