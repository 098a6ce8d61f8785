import { expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { securityChecks } from "./security-checks.ts";
import { newestCheckMinor, SecurityStandards } from "./security-standards.ts";
import { detailsOf } from "./violation.ts";

const standards = new SecurityStandards({ vocabulary: vocabularies.kubernetes, trustsUserNamespaces: false });

const secure = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};
const conforming = { containers: [{ name: "a", securityContext: secure }] };

/** Returns a Pod with one container that has these settings besides those of every secure one. */
function withSettings(securityContext: object): object {
  return { containers: [{ name: "a", securityContext: { ...secure, ...securityContext } }] };
}

/** A Pod for each check that violates this one only. */
const violations: Readonly<Record<string, readonly [spec: object, text: string]>> = {
  appArmorProfile: [
    withSettings({ appArmorProfile: { type: "Unconfined" } }),
    'forbidden AppArmor profile (container "a" must not set AppArmor profile type to "Unconfined")',
  ],
  // The check of the level restricted includes the one of the level baseline.
  capabilities_baseline: [
    withSettings({ capabilities: { drop: ["ALL"], add: ["NET_RAW"] } }),
    'unrestricted capabilities (container "a" must not include "NET_RAW" in securityContext.capabilities.add)',
  ],
  hostNamespaces: [{ ...conforming, hostIPC: true }, "host namespaces (hostIPC=true)"],
  hostPathVolumes: [
    { ...conforming, volumes: [{ name: "v", hostPath: { path: "/" } }] },
    'restricted volume types (volume "v" uses restricted volume type "hostPath")',
  ],
  hostPorts: [
    { containers: [{ name: "a", securityContext: secure, ports: [{ containerPort: 1, hostPort: 2 }] }] },
    'hostPort (container "a" uses hostPort 2)',
  ],
  privileged: [
    withSettings({ privileged: true }),
    'privileged (container "a" must not set securityContext.privileged=true)',
  ],
  procMount: [
    withSettings({ procMount: "Unmasked" }),
    'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
  ],
  seLinuxOptions: [
    withSettings({ seLinuxOptions: { role: "r" } }),
    'seLinuxOptions (container "a" set forbidden securityContext.seLinuxOptions: role may not be set)',
  ],
  seccompProfile_baseline: [
    withSettings({ seccompProfile: { type: "Unconfined" } }),
    'seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  sysctls: [
    { ...conforming, securityContext: { sysctls: [{ name: "kernel.sem", value: "1" }] } },
    "forbidden sysctls (kernel.sem)",
  ],
  windowsHostProcess: [
    { ...conforming, securityContext: { windowsOptions: { hostProcess: true } } },
    "hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)",
  ],
  allowPrivilegeEscalation: [
    withSettings({ allowPrivilegeEscalation: true }),
    'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)',
  ],
  capabilities_restricted: [
    withSettings({ capabilities: {} }),
    'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"])',
  ],
  restrictedVolumes: [
    { ...conforming, volumes: [{ name: "v", nfs: { server: "s", path: "/" } }] },
    'restricted volume types (volume "v" uses restricted volume type "nfs")',
  ],
  runAsNonRoot: [
    withSettings({ runAsNonRoot: undefined }),
    'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)',
  ],
  runAsUser: [withSettings({ runAsUser: 0 }), 'runAsUser=0 (container "a" must not set runAsUser=0)'],
  seccompProfile_restricted: [
    withSettings({ seccompProfile: undefined }),
    'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
};

function evaluate(spec: object, version = "latest"): string {
  return detailsOf(standards.evaluate({ level: "restricted", version }, { spec: spec as never }));
}

test("the level restricted admits a Pod that conforms to every check", () => {
  expect(evaluate(conforming)).toBe("");
});

test.each(securityChecks.map(({ id }) => id))("the check %s rejects its field", (id) => {
  const [spec, text] = violations[id] ?? [{}, "a Pod for this check"];
  expect(evaluate(spec)).toBe(text);
});

test("violations are in the order of the checks, those of the level baseline first", () => {
  const order = (level: string): readonly string[] =>
    securityChecks.filter((one) => one.level === level).map(({ id }) => id);
  expect(securityChecks.map(({ id }) => id)).toEqual([...order("baseline"), ...order("restricted")]);
  for (const level of ["baseline", "restricted"]) expect(order(level)).toEqual(order(level).toSorted());
});

test("the forms of a check are in ascending order", () => {
  for (const { id, versions } of securityChecks) {
    const minors = versions.map(({ sinceMinor }) => sinceMinor);
    expect(minors, id).toEqual([...new Set(minors)].toSorted((one, other) => one - other));
  }
  expect(newestCheckMinor).toBe(32);
});
