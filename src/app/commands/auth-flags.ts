/** Flags of `orch auth`, and the actions that each of them belongs to. */
import type { ExplicitValues, FlagSpec } from "../flags/flag-spec.ts";
import { allNamespaces, documentFlags, dryRun, manifestFlags, noHeaders } from "./shared-flags.ts";

/** Actions of `orch auth`, in the order in which help lists them. */
export const authActions = ["can-i", "whoami", "why", "who-can", "reconcile"] as const;

/** An action of `orch auth`. */
export type AuthAction = (typeof authActions)[number];

const questionGroup = "Questions";
const reconcileGroup = "Reconciliation";

/** Flags of `orch auth`. */
export const authFlags = [
  {
    name: "subresource",
    type: "string",
    placeholder: "NAME",
    group: questionGroup,
    doc: "Subresource of the action, such as log or scale.",
  },
  {
    ...allNamespaces,
    group: questionGroup,
    doc: "The action in all namespaces.",
  },
  {
    name: "list",
    type: "boolean",
    default: false,
    group: questionGroup,
    doc: "List all allowed actions in the namespace.",
  },
  {
    name: "quiet",
    short: "q",
    type: "boolean",
    default: false,
    group: questionGroup,
    doc: "Print nothing; the exit code is the answer.",
  },
  {
    name: "remove-extra-permissions",
    type: "boolean",
    default: false,
    group: reconcileGroup,
    doc: "Remove permissions of existing roles that the manifests do not contain.",
  },
  {
    name: "remove-extra-subjects",
    type: "boolean",
    default: false,
    group: reconcileGroup,
    doc: "Remove subjects of existing bindings that the manifests do not contain.",
  },
  ...manifestFlags.map((flag) => ({ ...flag, group: reconcileGroup })),
  { ...dryRun, group: reconcileGroup },
  noHeaders,
  ...documentFlags,
] as const satisfies readonly FlagSpec[];

type AuthFlag = (typeof authFlags)[number];

const actionsOfFlags: Readonly<Record<AuthFlag["name"], readonly AuthAction[]>> = {
  subresource: ["can-i", "why", "who-can"],
  "all-namespaces": ["can-i", "why", "who-can"],
  list: ["can-i"],
  quiet: ["can-i"],
  "no-headers": ["can-i", "who-can"],
  filename: ["reconcile"],
  recursive: ["reconcile"],
  "remove-extra-permissions": ["reconcile"],
  "remove-extra-subjects": ["reconcile"],
  "dry-run": ["reconcile"],
  output: ["whoami", "who-can", "reconcile"],
  "allow-missing-template-keys": ["whoami", "who-can", "reconcile"],
};

/** Returns a problem for each flag that does not belong to the action. */
export function misplacedAuthFlags(explicitValues: ExplicitValues<AuthFlag>, action: AuthAction): readonly string[] {
  return authFlags
    .filter(({ name }) => explicitValues[name] !== undefined && !actionsOfFlags[name].includes(action))
    .map(
      ({ name }) => `--${name} is no flag of \`orch auth ${action}\`; it belongs to ${actionsOfFlags[name].join(", ")}`,
    );
}
