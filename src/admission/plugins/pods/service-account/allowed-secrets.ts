/** Accounts with an annotation limit the Secrets of their Pods to those that the account names. */
import type { PodSpec, ServiceAccount } from "../../../../api/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { getOwn } from "../../../../base/own-property.ts";
import { mainContainers } from "../../../../kinds/index.ts";
import { readGoBoolean } from "../../../../meta/go-boolean.ts";
import { StatusError } from "../../../../meta/status-error.ts";
import { label, type Vocabulary } from "../../../../meta/vocabulary.ts";

const annotation = label("enforce-mountable-secrets");

type ReadAccount = DeepReadonly<ServiceAccount>;
type ReadSpec = DeepReadonly<PodSpec>;

/** A container, as far as its variables matter. */
type ContainerWithVariables = Pick<DeepReadonly<PodSpec["containers"][number]>, "name" | "env" | "envFrom">;

/** Whether the Pods of the account may only use the Secrets that the account names. */
export function limitsSecrets({ metadata }: ReadAccount, vocabulary: Vocabulary): boolean {
  return readGoBoolean(getOwn(metadata.annotations, vocabulary.bind(annotation)) ?? "") === true;
}

/** Returns the message about the first Secret of a Pod that its account does not name. */
export function secretFault(account: ReadAccount, spec: ReadSpec | undefined): string | undefined {
  const { volumes = [], initContainers = [], imagePullSecrets = [] } = spec ?? {};
  const named = secretsOf(account);
  const refused = volumes.find(({ secret }) => secret && !named.has(secret.secretName ?? ""))?.secret;
  if (refused) return `volume with ${notAllowed(refused.secretName, account)}`;
  const fault =
    variableFault("init container", initContainers, account) ??
    variableFault("container", mainContainers(spec), account);
  if (fault !== undefined) return fault;
  const pullSecrets = new Set((account.imagePullSecrets ?? []).map(({ name = "" }) => name));
  const index = imagePullSecrets.findIndex(({ name = "" }) => !pullSecrets.has(name));
  if (index < 0) return undefined;
  const place = `imagePullSecrets[${index}].name="${imagePullSecrets[index]?.name ?? ""}"`;
  const { name } = account.metadata;
  return `${place} is not allowed because service account ${name} does not reference that imagePullSecret`;
}

/** Returns the error for ephemeral containers that use a Secret which the account does not name. */
export function ephemeralSecretFault(account: ReadAccount, spec: ReadSpec | undefined): StatusError | undefined {
  const fault = variableFault("ephemeral container", spec?.ephemeralContainers ?? [], account);
  return fault === undefined ? undefined : new StatusError(500, fault);
}

function variableFault(
  kindOfContainer: string,
  containers: readonly ContainerWithVariables[],
  account: ReadAccount,
): string | undefined {
  const named = secretsOf(account);
  const isRefused = (reference: { readonly name?: string } | undefined): boolean =>
    reference !== undefined && !named.has(reference.name ?? "");
  for (const { name: containerName, env = [], envFrom = [] } of containers) {
    const variable = env.find(({ valueFrom }) => isRefused(valueFrom?.secretKeyRef));
    if (variable) {
      const place = `${kindOfContainer} ${containerName} with envVar ${variable.name}`;
      return `${place} referencing ${notAllowed(variable.valueFrom?.secretKeyRef?.name, account)}`;
    }
    const source = envFrom.find(({ secretRef }) => isRefused(secretRef));
    if (source) {
      return `${kindOfContainer} ${containerName} with envFrom referencing ${notAllowed(source.secretRef?.name, account)}`;
    }
  }
  return undefined;
}

function secretsOf({ secrets = [] }: ReadAccount): ReadonlySet<string> {
  return new Set(secrets.map(({ name = "" }) => name));
}

function notAllowed(secret = "", { metadata }: ReadAccount): string {
  const why = `is not allowed because service account ${metadata.name} does not reference that secret`;
  return `secret.secretName="${secret}" ${why}`;
}
