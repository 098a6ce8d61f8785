/** Sends the unusual bodies to a server, and describes its responses in one line each. */
import { readCborTrees } from "../../test/support/cbor-items.ts";
import type { WireClient, WireResponse } from "../../test/support/wire-client.ts";
import { builtinBodies } from "./builtin-bodies.ts";
import { customBodies } from "./custom-bodies.ts";

/** Responses by the names of the bodies. */
export interface BodyAnswers {
  readonly builtin: Readonly<Record<string, string>>;
  readonly custom: Readonly<Record<string, string>>;
}

const headers = { "content-type": "application/cbor", accept: "application/cbor" };

/** Sends all bodies as dry runs. The type `widgets.example.com` must be defined. */
export async function askAboutBodies(client: WireClient): Promise<BodyAnswers> {
  const ask = async (path: string, bodies: Readonly<Record<string, Buffer>>): Promise<Record<string, string>> => {
    const answers: Record<string, string> = {};
    for (const [name, body] of Object.entries(bodies)) {
      const answer = await client.request(`${path}?dryRun=All&fieldValidation=Warn`, { method: "POST", headers, body });
      answers[name] = describe(answer);
    }
    return answers;
  };
  return {
    builtin: await ask("/api/v1/namespaces/default/configmaps", builtinBodies),
    custom: await ask("/apis/example.com/v1/namespaces/default/widgets", customBodies),
  };
}

/** Returns the status, the warning, and the message of an error or the content of the object. */
function describe({ status, headers: { warning }, bytes }: WireResponse): string {
  const [document] = [...readCborTrees(bytes)] as { value: Record<string, unknown> }[];
  const { message, data, binaryData, immutable, spec } = document?.value ?? {};
  const content = typeof message === "string" ? message : JSON.stringify({ data, binaryData, immutable, spec });
  return [String(status), ...(warning === undefined ? [] : [String(warning)]), content].join(" ");
}
