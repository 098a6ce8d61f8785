import { create } from "../../cli/index.ts";
import { clientCommand } from "../command-line/client-command.ts";
import { documentFlags, formOf, manifestFlags, manifestsOf, writingFlags, writingOf } from "./shared-flags.ts";
import { exitCodesText } from "./shared-text.ts";

/** `orch create`. */
export const createCommand = clientCommand({
  name: "create",
  words: "type",
  usage: "-f FILE|FOLDER|- | TYPE NAME [flags]",
  summary: "create objects",
  doc: [
    "Creates the objects of manifests in their order, or an object that needs only a type and a name. An existing " +
      "object is an error; use `orch apply` to change it.",
    "All errors of an object are reported at once. The other objects are still created.",
    exitCodesText("an object could not be created"),
  ],
  examples: [
    ["orch create -f shop.yaml", "the objects of a manifest"],
    ["orch create namespace shop", "a namespace"],
    ["orch create -f pod.yaml --dry-run=server -o yaml", "the object that the server would create, with defaults"],
    ["orch create namespace shop --dry-run=client -o yaml", "the manifest that would be sent"],
  ],
  flags: [...manifestFlags, ...writingFlags, ...documentFlags],
  options: (values, words) => ({
    words,
    ...manifestsOf(values),
    ...writingOf(values),
    ...formOf(values),
  }),
  execute: create,
});
