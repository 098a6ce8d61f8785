import { afterAll, beforeAll, expect, test } from "vitest";
import { canI, listAccess } from "../auth/can-i.ts";
import { createToken } from "../commands/create-token.ts";
import { token } from "../commands/token.ts";
import { whoami } from "../commands/whoami.ts";
import type { ClientContext } from "../context.ts";
import { CommandStage } from "../testing/command-stage.ts";
import { explainingVocabulary } from "./require-vocabulary.ts";

/** A server of the other vocabulary than that of the commands. */
let stage: CommandStage;
beforeAll(async () => {
  stage = await CommandStage.open({ vocabulary: "kubernetes" });
});
afterAll(() => stage[Symbol.asyncDispose]());

const advice =
  "the server has the names of --vocabulary=kubernetes; repeat the command with this flag and --kubeconfig";
const words = { verb: "get", target: "pods", name: undefined, subresource: undefined, allNamespaces: false };
const tokenOptions = { account: "a", audiences: [], durationMs: 0, boundObject: undefined, output: undefined };

test.each<[string, (context: ClientContext) => Promise<number>]>([
  ["auth can-i", (context) => canI({ words, isQuiet: false }, context)],
  ["auth can-i --list", (context) => listAccess({ hasHeaders: true }, context)],
  ["whoami", (context) => whoami({ output: undefined }, context)],
  ["create token", (context) => createToken(tokenOptions, context)],
  ["token list", (context) => token({ action: "list" }, context)],
])("orch %s names the flag to use if the server has the other vocabulary", async (_, command) => {
  await stage.create("serviceaccounts", { metadata: { name: "a" } }).catch(() => undefined);
  await expect(stage.run((context) => explainingVocabulary(context, () => command(context)))).rejects.toThrow(advice);
});

test("orch whoami reports only the server's error to a user who may not read the types", async () => {
  const client = stage.server.clientAs("ann", { groups: ["system:unauthenticated"] });
  const run = stage.run((context) => {
    const caller = { ...context, client, caller: client };
    return explainingVocabulary(caller, () => whoami({ output: undefined }, caller));
  });
  await expect(run).rejects.toThrow(/^(?![^]*--vocabulary)/);
});
