/** Waits until a server serves a custom type. */
import { type CustomResourceDefinition, customResourceDefinition } from "../../api/index.ts";
import type { Client } from "../../client/index.ts";

/** A server in this process serves a new type after a few milliseconds. */
const waitMs = 10_000;

/** Waits until the type of a definition is served. Returns why it is not, or undefined if it is. */
export async function whyNotEstablished(client: Client, name: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(waitMs);
  const definitions = client.api(customResourceDefinition);
  try {
    // Without a version, a watch begins with the present state.
    for await (const { object } of definitions.watch({ fieldSelector: `metadata.name=${name}`, signal })) {
      const rejection = conditionOf(object, "NamesAccepted");
      if (rejection?.status === "False") return `its names are not accepted: ${rejection.message ?? ""}`;
      if (conditionOf(object, "Established")?.status === "True") return undefined;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return `its type was not served within ${waitMs / 1000} seconds`;
}

type Condition = NonNullable<NonNullable<CustomResourceDefinition["status"]>["conditions"]>[number];

function conditionOf({ status }: CustomResourceDefinition, type: string): Condition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}
