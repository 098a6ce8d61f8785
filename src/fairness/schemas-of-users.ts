/** Finds the FlowSchemas that concern a user, once for all tokens and connections of the user. */
import type { FlowSchemaSpec } from "../api/index.ts";
import type { User } from "../meta/user.ts";
import { ValuesOfUsers } from "../meta/values-of-users.ts";
import type { RequestDescription } from "./flow-request.ts";
import { matchesRules, rulesOfUser } from "./flow-rules.ts";
import type { ActiveFlowSchema } from "./flow-schema.ts";

/** The rules of a schema that concern a user. */
interface UserSchema {
  readonly schema: ActiveFlowSchema;
  readonly rules: NonNullable<FlowSchemaSpec["rules"]>;
}

/** Rules match only names and groups, so the schemas are found once for each user. */
export class SchemasOfUsers {
  readonly #known: ValuesOfUsers<readonly UserSchema[]>;

  /** @param schemas in the order in which they are tried */
  constructor(schemas: readonly ActiveFlowSchema[]) {
    this.#known = new ValuesOfUsers((user) =>
      schemas.flatMap((schema) => {
        const rules = rulesOfUser(schema.spec.rules, user);
        return rules.length === 0 ? [] : [{ schema, rules }];
      }),
    );
  }

  /** Returns the first schema that applies to a request. */
  find(user: User, request: RequestDescription): ActiveFlowSchema | undefined {
    for (const { schema, rules } of this.#known.of(user)) if (matchesRules(rules, request)) return schema;
    return undefined;
  }
}
