/**
 * Commands that are not servers. Each one takes its options and a terminal, prints its results, and returns its exit
 * code. It throws a CommandError if it cannot continue. Everything that a command needs of a server is passed to it.
 *
 * `commands/` has one file for each command that uses a server. These commands take a `ClientContext`. The other
 * folders need no server: they resolve types and objects (`types/`, `targets.ts`), format output (`screen/`,
 * `table-view.ts`), evaluate templates and columns (`paths/`), manage sets of applied objects (`apply-set/`), and
 * process documents (`owners/`, `diff/`, `explain/`, `completion/`).
 */

export { type AuthCommand, auth } from "./auth/auth.ts";
export { groupProblems, tokenIdProblem, tokenProblem, usageProblems } from "./bootstrap-tokens/token-rules.ts";
export { type CheckCommand, type CheckServices, check } from "./check/check.ts";
export type { Judge, Judgement, ObjectFault, ServedNames } from "./check/judge.ts";
export { type ApiResourcesCommand, apiResources } from "./commands/api-resources.ts";
export { type ApplyCommand, apply } from "./commands/apply.ts";
export { type CompletionRequest, completionCandidates } from "./commands/complete.ts";
export { type CreateCommand, create } from "./commands/create.ts";
export { type BoundObject, type CreateTokenCommand, createToken } from "./commands/create-token.ts";
export { type DeleteCommand, deleteObjects } from "./commands/delete.ts";
export { type DiffCommand, diff } from "./commands/diff.ts";
export { type ExplainCommand, explain } from "./commands/explain.ts";
export { type GetCommand, get } from "./commands/get.ts";
export { type HistoryCommand, history } from "./commands/history.ts";
export { type KubeconfigCommand, kubeconfig } from "./commands/kubeconfig.ts";
export { type LabelCommand, label } from "./commands/label.ts";
export { owners } from "./commands/owners.ts";
export { type PatchCommand, patch } from "./commands/patch.ts";
export { type RewriteCommand, rewriteStored } from "./commands/rewrite-stored.ts";
export { type TokenCommand, token } from "./commands/token.ts";
export { type UndoCommand, undo } from "./commands/undo.ts";
export { type WatchCommand, watch } from "./commands/watch.ts";
export { type WhoamiCommand, whoami } from "./commands/whoami.ts";
export { completionScripts, type Shell, shells } from "./completion/scripts.ts";
export { type Candidate, formatCandidates, readShellLine } from "./completion/shell-words.ts";
export type { ClientContext } from "./context.ts";
export { type ConvertCommand, convert } from "./convert.ts";
export { exactJson } from "./exact-json.ts";
export { describeRejection } from "./failures.ts";
export { type LoginCommand, login, loginPlugin, printCredential } from "./login/login.ts";
export { contextNameOf, type LoginEntry, withLoginEntry } from "./login/login-entry.ts";
export type { LoginHost, RedirectListener, SessionStore } from "./login/login-host.ts";
export { type LogoutCommand, type LogoutHost, logout } from "./login/logout.ts";
export type { LoginSettings } from "./login/session.ts";
export type { CustomForm } from "./output/object-form.ts";
export { type AccessRequest, accessProblems } from "./roles/access-request.ts";
export { colourPaint, type Paint, plainPaint } from "./screen/paint.ts";
export { printable } from "./screen/printable.ts";
export { CommandError, CommandUsageError, exitCodes, type Screen, type Terminal } from "./terminal.ts";
export { explainingVocabulary } from "./types/require-vocabulary.ts";
export { warningTransport } from "./warnings.ts";
