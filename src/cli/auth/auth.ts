/** `orch auth`: questions about permissions, and reconciliation of roles. */
import { type WhoamiCommand, whoami } from "../commands/whoami.ts";
import type { ClientContext } from "../context.ts";
import { type CanICommand, canI, listAccess } from "./can-i.ts";
import { type ReconcileCommand, reconcile } from "./reconcile.ts";
import { type WhoCanCommand, whoCan } from "./who-can.ts";
import { type WhyCommand, why } from "./why.ts";

/** Options of `orch auth`. */
export type AuthCommand =
  | ({ readonly action: "can-i" } & CanICommand)
  | { readonly action: "list"; readonly hasHeaders: boolean }
  | ({ readonly action: "whoami" } & WhoamiCommand)
  | ({ readonly action: "why" } & WhyCommand)
  | ({ readonly action: "who-can" } & WhoCanCommand)
  | ({ readonly action: "reconcile" } & ReconcileCommand);

/** Performs the action. @returns the exit code @throws CommandError, StatusError */
export async function auth(command: AuthCommand, context: ClientContext): Promise<number> {
  switch (command.action) {
    case "can-i":
      return await canI(command, context);
    case "list":
      return await listAccess(command, context);
    case "whoami":
      return await whoami(command, context);
    case "why":
      return await why(command, context);
    case "who-can":
      return await whoCan(command, context);
    case "reconcile":
      return await reconcile(command, context);
  }
}
