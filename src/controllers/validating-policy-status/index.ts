/** The controller that checks the expressions of ValidatingAdmissionPolicies against the types of the objects that they match. */

import type { ExpressionWarning } from "../../api/admissionregistration/v1/policy-expressions.ts";
import { type ValidatingAdmissionPolicy, validatingAdmissionPolicy } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { Controller, controllerSource } from "../../client/index.ts";
import type { GroupVersionKind } from "../../meta/group-version.ts";
import { type ControllerContext, type ControllerSpec, ignoreNotFound, reportFailure } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { type KindsOfResource, matchedKinds, parameterKind } from "./matched-kinds.ts";
import type { ObjectTypeSource } from "./object-types.ts";

/** Writes the warnings about expressions into the status of their policies. */
export const validatingPolicyStatusController: ControllerSpec = {
  ...controllerNames.validatingPolicyStatus,
  workers: 5,
  run,
};

/** The field manager of the reference's controller. */
const fieldManager = controllerNames.validatingPolicyStatus.alias;

async function run(context: ControllerContext, signal: AbortSignal): Promise<void> {
  const { client, clock, logger, metrics, workers, informers } = context;
  const policies = informers.of(validatingAdmissionPolicy);
  const checks = new PolicyChecks(context);
  const reconcile = async (name: string, until: AbortSignal): Promise<void> => {
    const policy = policies.lister.get(name);
    const { generation = 0 } = policy?.metadata ?? {};
    if (!policy || generation <= (policy.status?.observedGeneration ?? 0)) return;
    const warnings = await checks.warningsOf(policy, until);
    const typeChecking = warnings.length === 0 ? {} : { expressionWarnings: [...warnings] };
    const status = { observedGeneration: generation, typeChecking };
    const options = { subresource: "status", fieldManager, force: true, signal: until };
    await ignoreNotFound(client.api(validatingAdmissionPolicy).apply(name, { status }, options));
  };
  const controller = new Controller({
    name: "validatingadmissionpolicy-status",
    clock,
    metrics,
    workers,
    sources: [controllerSource(policies)],
    reconcile,
    onError: (error, key) => reportFailure(logger, error, { policy: key }),
  });
  await controller.run(signal);
}

/** Checks policies. The expression engine is loaded with the first policy. */
class PolicyChecks {
  readonly #context: Pick<ControllerContext, "client" | "vocabulary" | "types">;
  #source: ObjectTypeSource | undefined;

  constructor(context: Pick<ControllerContext, "client" | "vocabulary" | "types">) {
    this.#context = context;
  }

  /** Returns the warnings about a policy. @throws the error of a request for the types of objects */
  async warningsOf(
    { spec = {} }: DeepReadonly<ValidatingAdmissionPolicy>,
    signal: AbortSignal,
  ): Promise<readonly ExpressionWarning[]> {
    const { vocabulary } = this.#context;
    const { expressionWarnings } = await import("./expression-warnings.ts");
    const source = await this.#types();
    const kinds = await this.#kinds(spec, signal);
    const types = await Promise.all(
      kinds.map(async (kind) => ({ kind, type: await source.typeOf(kind, kind.kind, signal) })),
    );
    const paramKind = parameterKind(spec);
    const params = paramKind && (await source.typeOfParameters(paramKind, signal));
    const known = types.flatMap(({ kind, type }) => (type ? [{ kind, type }] : []));
    return expressionWarnings(spec, known, { params, vocabulary });
  }

  async #types(): Promise<ObjectTypeSource> {
    const { ObjectTypeSource } = await import("./object-types.ts");
    const { client, vocabulary } = this.#context;
    this.#source ??= new ObjectTypeSource(client, vocabulary);
    return this.#source;
  }

  /** Returns the kinds that a policy matches. Polls the types of the server once if one of the resources is unknown. */
  async #kinds(
    spec: NonNullable<DeepReadonly<ValidatingAdmissionPolicy>["spec"]>,
    signal: AbortSignal,
  ): Promise<readonly GroupVersionKind[]> {
    const { types } = this.#context;
    let isComplete = true;
    const kindsOf: KindsOfResource = (group, version, resource) => {
      const found = types.ofResource(group, version, resource);
      if (found.length === 0) isComplete = false;
      return found;
    };
    const kinds = matchedKinds(spec, kindsOf);
    if (isComplete) return kinds;
    await types.refresh(signal);
    return matchedKinds(spec, kindsOf);
  }
}
