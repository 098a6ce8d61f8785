/** Counts of Pods in the status of a controller, none of which exceeds the number that there are. */
import { invalidField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";

export interface ReplicaCounts {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
}

export interface CountedStatus<S> {
  readonly context: ValidationContext;
  /** The fields that count some of the replicas. */
  readonly counts: readonly (keyof S & string)[];
  /** What messages call the ready replicas. */
  readonly readyName?: string;
}

export function reportReplicaCounts<S extends ReplicaCounts>(
  status: S,
  { context, counts, readyName = "readyReplicas" }: CountedStatus<S>,
): void {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  for (const field of counts) {
    const count = Number(status[field] ?? 0);
    if (count > replicas) {
      context.report(invalidField(at(context, field), count, "cannot be greater than status.replicas"));
    }
  }
  if (availableReplicas > readyReplicas) {
    const why = `cannot be greater than ${readyName}`;
    context.report(invalidField(at(context, "availableReplicas"), availableReplicas, why));
  }
}
