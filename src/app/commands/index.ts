/** The commands of `orch`. */
import type { Command } from "../command-line/command.ts";
import { apiResourcesCommand } from "./api-resources.ts";
import { apiserverCommand } from "./apiserver.ts";
import { applyCommand } from "./apply.ts";
import { authCommand } from "./auth.ts";
import { backupCommand } from "./backup.ts";
import { celCommand } from "./cel.ts";
import { checkCommand } from "./check.ts";
import { completeCommand } from "./complete.ts";
import { completionCommand } from "./completion.ts";
import { controllerManagerCommand } from "./controller-manager.ts";
import { convertCommand } from "./convert.ts";
import { crdCommand } from "./crd.ts";
import { createCommand } from "./create.ts";
import { deleteCommand } from "./delete.ts";
import { diffCommand } from "./diff.ts";
import { explainCommand } from "./explain.ts";
import { getCommand } from "./get.ts";
import { helpCommand } from "./help.ts";
import { historyCommand } from "./history.ts";
import { kubeconfigCommand } from "./kubeconfig.ts";
import { labelCommand } from "./label.ts";
import { loginCommand } from "./login.ts";
import { logoutCommand } from "./logout.ts";
import { ownersCommand } from "./owners.ts";
import { patchCommand } from "./patch.ts";
import { policyCommand } from "./policy.ts";
import { restoreCommand } from "./restore.ts";
import { storageCommand } from "./storage.ts";
import { tokenCommand } from "./token.ts";
import { typesCommand } from "./types.ts";
import { undoCommand } from "./undo.ts";
import { upCommand } from "./up.ts";
import { versionCommand } from "./version.ts";
import { watchCommand } from "./watch.ts";
import { whoamiCommand } from "./whoami.ts";

/** All commands, in the order in which help lists them. */
export const commands: readonly Command[] = [
  upCommand,
  apiserverCommand,
  controllerManagerCommand,
  getCommand,
  watchCommand,
  createCommand,
  applyCommand,
  diffCommand,
  patchCommand,
  labelCommand,
  deleteCommand,
  historyCommand,
  undoCommand,
  ownersCommand,
  explainCommand,
  apiResourcesCommand,
  whoamiCommand,
  authCommand,
  tokenCommand,
  kubeconfigCommand,
  loginCommand,
  logoutCommand,
  backupCommand,
  restoreCommand,
  storageCommand,
  convertCommand,
  checkCommand,
  typesCommand,
  crdCommand,
  celCommand,
  policyCommand,
  completionCommand,
  completeCommand,
  versionCommand,
  helpCommand,
];

/** Commands of the program `server`. A separate list, so that this program is built without the code of the others. */
export const serverCommands: readonly Command[] = [
  upCommand,
  apiserverCommand,
  controllerManagerCommand,
  backupCommand,
  restoreCommand,
  storageCommand,
  convertCommand,
  checkCommand,
  typesCommand,
  crdCommand,
  celCommand,
  policyCommand,
];
