/** Rules of the security settings of Pods and containers. */
import { type PodSecurityContext, podSecurityContext } from "../../../api/core/v1/pod-security-context.ts";
import { type SecurityContext, securityContext } from "../../../api/core/v1/security-context.ts";
import {
  type AppArmorProfile,
  appArmorProfile,
  type SeccompProfile,
  seccompProfile,
  type WindowsSecurityContextOptions,
  windowsSecurityContextOptions,
} from "../../../api/core/v1/security-profile.ts";
import { unprivilegedOnly } from "../../../meta/feature-gates.ts";
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
} from "../../../meta/field-error.ts";
import { checkFormat, type FormatName } from "../../../meta/formats.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { goPointer } from "../../meta/go-values.ts";
import { previousValue } from "../../previous-value.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat, reportUnsupported } from "../../reporting.ts";

/** Rules of security contexts and profiles. */
export const securityRules: readonly RuleEntry[] = [
  rulesFor(podSecurityContext, {
    validate: reportPodContext,
    order: [
      "fsGroup",
      "runAsUser",
      "runAsGroup",
      "supplementalGroups",
      { list: "sysctls", order: [] },
      "fsGroupChangePolicy",
      "seccompProfile",
      "windowsOptions",
      "appArmorProfile",
      "supplementalGroupsPolicy",
      "seLinuxChangePolicy",
    ],
  }),
  rulesFor(securityContext, {
    validate: reportContainerContext,
    order: [
      "privileged",
      "runAsUser",
      "runAsGroup",
      "procMount",
      "seccompProfile",
      "",
      "windowsOptions",
      "appArmorProfile",
    ],
  }),
  rulesFor(seccompProfile, { validate: reportSeccomp, order: ["type", "localhostProfile"] }),
  rulesFor(appArmorProfile, { validate: reportAppArmor }),
  rulesFor(windowsSecurityContextOptions, { validate: reportWindows }),
];

function reportPodContext(settings: PodSecurityContext, context: ValidationContext): void {
  const { fsGroup, runAsUser, runAsGroup, supplementalGroups = [], sysctls = [], seLinuxChangePolicy } = settings;
  reportId(context, "fsGroup", "groupID", fsGroup);
  reportId(context, "runAsUser", "userID", runAsUser);
  reportId(context, "runAsGroup", "groupID", runAsGroup);
  supplementalGroups.forEach((id, index) => reportId(context, `supplementalGroups[${index}]`, "groupID", id));
  const repeats = repeatIndexes(sysctls.map(({ name }) => name));
  sysctls.forEach(({ name }, index) => {
    if (name === "") return;
    const messages = checkFormat("sysctlName", name);
    for (const message of messages) context.report(invalidField(at(context, `sysctls[${index}].name`), name, message));
    if (messages.length === 0 && repeats.has(index)) {
      context.report(duplicateField(at(context, `sysctls[${index}].name`), name));
    }
  });
  reportListed(context, "fsGroupChangePolicy", settings.fsGroupChangePolicy, ["Always", "OnRootMismatch"]);
  reportListed(context, "supplementalGroupsPolicy", settings.supplementalGroupsPolicy, ["Merge", "Strict"]);
  const allowsAny = allowsAnySeLinuxChange(context);
  reportListed(context, "seLinuxChangePolicy", seLinuxChangePolicy, allowsAny ? seLinuxChanges : ["Recursive"]);
}

const seLinuxChanges = ["MountOption", "Recursive"];

/** Whether every policy is allowed: with the feature `SELinuxMount`, or if the stored Pod already has a policy. */
function allowsAnySeLinuxChange(context: ValidationContext): boolean {
  if (context.write.isEnabled("SELinuxMount")) return true;
  return previousValue<PodSecurityContext>(context)?.seLinuxChangePolicy !== undefined;
}

function reportListed(
  context: ValidationContext,
  part: string,
  value: string | undefined,
  supported: readonly string[],
): void {
  if (value !== undefined) reportUnsupported(context, part, value, supported);
}

function reportId(context: ValidationContext, part: string, format: FormatName, id: number | undefined): void {
  if (id !== undefined) reportFormat(context, part, format, id);
}

function reportContainerContext(settings: SecurityContext, context: ValidationContext): void {
  const { runAsUser, runAsGroup, allowPrivilegeEscalation, privileged, capabilities } = settings;
  if (privileged === true && context.write.isEnabled(unprivilegedOnly)) {
    context.report(forbiddenField(at(context, "privileged"), "disallowed by cluster policy"));
  }
  reportId(context, "runAsUser", "userID", runAsUser);
  reportId(context, "runAsGroup", "groupID", runAsGroup);
  reportListed(context, "procMount", settings.procMount, ["Default", "Unmasked"]);
  if (allowPrivilegeEscalation !== false) return;
  const reject = (other: string): void => {
    const why = `cannot set \`allowPrivilegeEscalation\` to false and ${other}`;
    context.report(invalidField(at(context, ""), settings, why));
  };
  if (privileged === true) reject("`privileged` to true");
  if (capabilities?.add?.includes("CAP_SYS_ADMIN")) reject("`capabilities.Add` CAP_SYS_ADMIN");
}

function reportSeccomp({ type, localhostProfile }: SeccompProfile, context: ValidationContext): void {
  const part = "localhostProfile";
  if ((type as string) === "") {
    context.report(requiredField(at(context, "type"), "type is required when seccompProfile is set"));
  }
  if (type !== "Localhost") {
    if (localhostProfile === undefined) return;
    const why = "can only be set when seccomp type is Localhost";
    const shown = `core.SeccompProfile{Type:${goQuote(type)}, LocalhostProfile:${goPointer("string", true)}}`;
    context.report(invalidField(at(context, part), new GoText(shown), why));
  } else if (localhostProfile === undefined) {
    context.report(requiredField(at(context, part), "must be set when seccomp type is Localhost"));
  } else {
    reportFormat(context, part, "localDescendingPath", localhostProfile);
  }
}

const appArmorNameBytesMax = 4095;
/** AppArmor types that do not refer to a profile on the node. */
const otherAppArmorTypes: ReadonlySet<string> = new Set(["RuntimeDefault", "Unconfined"]);

function reportAppArmor({ type, localhostProfile }: AppArmorProfile, context: ValidationContext): void {
  const path = (): string => at(context, "localhostProfile");
  if (type === "Localhost") {
    const name = localhostProfile ?? "";
    if (name.trim() !== name) context.report(invalidField(path(), name, "must not be padded with whitespace"));
    else if (name === "") context.report(requiredField(path(), "must be set when AppArmor type is Localhost"));
    if (Buffer.byteLength(name) > appArmorNameBytesMax) context.report(tooLongField(path(), appArmorNameBytesMax));
  } else if ((type as string) === "") {
    context.report(requiredField(at(context, "type"), "type is required when appArmorProfile is set"));
  } else if (localhostProfile !== undefined && otherAppArmorTypes.has(type)) {
    context.report(invalidField(path(), localhostProfile, "can only be set when AppArmor type is Localhost"));
  }
}

const credentialSpecBytesMax = 64 * 1024;

function reportWindows(options: WindowsSecurityContextOptions, context: ValidationContext): void {
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  if (gmsaCredentialSpecName !== undefined) {
    reportFormat(context, "gmsaCredentialSpecName", "dns1123Subdomain", gmsaCredentialSpecName);
  }
  if (gmsaCredentialSpec !== undefined) {
    const reject = (why: string): void => {
      context.report(invalidField(at(context, "gmsaCredentialSpec"), gmsaCredentialSpec, why));
    };
    if (gmsaCredentialSpec === "") reject("gmsaCredentialSpec cannot be an empty string");
    if (Buffer.byteLength(gmsaCredentialSpec) > credentialSpecBytesMax) {
      reject("gmsaCredentialSpec size must be under 64 KiB");
    }
  }
  if (runAsUserName !== undefined) reportFormat(context, "runAsUserName", "windowsRunAsUserName", runAsUserName);
}
