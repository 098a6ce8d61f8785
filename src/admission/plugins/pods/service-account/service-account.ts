/**
 * The ServiceAccount plugin: a Pod without a service account gets the account `default`. The account must exist. Its token is
 * mounted into all containers.
 */
import { serviceAccount as accountKind, type ServiceAccount } from "../../../../api/index.ts";
import type { DeepReadonly } from "../../../../base/deep-readonly.ts";
import { getOwn } from "../../../../base/own-property.ts";
import { mirrorAnnotation } from "../../../../kinds/index.ts";
import type { ObjectReader } from "../../../../meta/object-reader.ts";
import { notFound } from "../../../../meta/status-error.ts";
import { accessVolumePrefix } from "../../../../meta/vocabulary.ts";
import { type AdmissionPlugin, type AdmissionRequest, rejectedRequest } from "../../../plugin.ts";
import type { PluginServices } from "../../plugin-services.ts";
import { type ChangeablePod, podToChange, podToCheck } from "../admitted-pod.ts";
import { addAccessVolume } from "./access-volume.ts";
import { ephemeralSecretFault, limitsSecrets, secretFault } from "./allowed-secrets.ts";
import { mirrorPodFault } from "./mirror-pod.ts";

/** The account of Pods that name none. A controller creates it in every namespace. */
const defaultName = "default";

/** How often, and in which intervals, the plugin looks for the account `default` in a new namespace. */
const defaultAttempts = 10;
const retryDelayMs = 150;

type ReadAccount = DeepReadonly<ServiceAccount>;

/** Services that the plugin uses. */
export type ServiceAccountServices = Pick<PluginServices, "objects" | "vocabulary" | "generateName" | "pause">;

/** Returns the plugin. */
export function serviceAccount(services: ServiceAccountServices): AdmissionPlugin {
  const accounts = new AccountFinder(services);
  const { vocabulary, generateName } = services;
  const mirror = vocabulary.bind(mirrorAnnotation);
  const isMirror = (request: AdmissionRequest): boolean =>
    getOwn(podToCheck(request).metadata.annotations, mirror) !== undefined;
  const volumePrefix = vocabulary.bind(accessVolumePrefix);

  const validate = async (request: AdmissionRequest): Promise<void> => {
    if (request.subresource !== "") return await checkEphemeralContainers(request, services, accounts);
    if (request.operation !== "CREATE") return;
    const pod = podToCheck(request);
    const fault = isMirror(request) ? mirrorPodFault(pod) : await accountFault(request, services, accounts);
    if (fault !== undefined) throw rejectedRequest(request, fault);
  };

  return {
    admit: async (request) => {
      if (request.operation !== "CREATE") return;
      if (!isMirror(request)) {
        const pod = podToChange(request);
        setAccountName(pod, pod.spec.serviceAccountName || defaultName);
        const account = await accounts.accountOf(request);
        if (isMounted(account, pod)) addAccessVolume(pod.spec, volumePrefix, generateName);
        addPullSecrets(account, pod);
      }
      await validate(request);
    },
    validate,
  };
}

function setAccountName({ spec }: ChangeablePod, name: string): void {
  spec.serviceAccountName = name;
  // The deprecated name of the same field.
  spec.serviceAccount = name;
}

/** Whether the token is mounted. The Pod decides, then the account. */
function isMounted({ automountServiceAccountToken: byAccount = true }: ReadAccount, { spec }: ChangeablePod): boolean {
  return spec.automountServiceAccountToken ?? byAccount;
}

function addPullSecrets({ imagePullSecrets = [] }: ReadAccount, { spec }: ChangeablePod): void {
  if ((spec.imagePullSecrets ?? []).length > 0 || imagePullSecrets.length === 0) return;
  spec.imagePullSecrets = imagePullSecrets.map((one) => ({ ...one }));
}

/** Returns why the account does not permit the Pod. */
async function accountFault(
  request: AdmissionRequest,
  services: ServiceAccountServices,
  accounts: AccountFinder,
): Promise<string | undefined> {
  const account = await accounts.accountOf(request);
  if (!limitsSecrets(account, services.vocabulary)) return undefined;
  return secretFault(account, podToCheck(request).spec);
}

/** Checks a Pod that gets ephemeral containers. */
async function checkEphemeralContainers(
  request: AdmissionRequest,
  services: ServiceAccountServices,
  accounts: AccountFinder,
): Promise<void> {
  if (request.operation !== "UPDATE") return;
  const account = await accounts.accountOf(request);
  if (!limitsSecrets(account, services.vocabulary)) return;
  const fault = ephemeralSecretFault(account, podToCheck(request).spec);
  if (fault) throw fault;
}

/** Finds the accounts of Pods. */
class AccountFinder {
  readonly #accounts: ObjectReader<ServiceAccount>;
  readonly #pause: PluginServices["pause"];

  constructor({ objects, pause }: ServiceAccountServices) {
    this.#accounts = objects(accountKind);
    this.#pause = pause;
  }

  /** Returns the account of a Pod. @throws StatusError 403 if the Pod names none, or if it does not exist */
  async accountOf(request: AdmissionRequest): Promise<ReadAccount> {
    const { namespace } = request;
    const { metadata, spec } = podToCheck(request);
    const name = spec?.serviceAccountName ?? "";
    if (name === "") {
      throw rejectedRequest(request, `no service account specified for pod ${namespace}/${metadata.name ?? ""}`);
    }
    const found = await this.#find(namespace, name);
    if (found) return found;
    const { message } = notFound({ group: "", resource: "serviceaccount" }, name);
    throw rejectedRequest(request, `error looking up service account ${namespace}/${name}: ${message}`);
  }

  async #find(namespace: string, name: string): Promise<ReadAccount | undefined> {
    const attempts = name === defaultName ? defaultAttempts : 1;
    for (let attempt = 1; ; attempt++) {
      const found = await this.#accounts.get(namespace, name);
      if (found || attempt === attempts) return found;
      await this.#pause(retryDelayMs);
    }
  }
}
