/** Rules of the Pod counts in a controller's status. No count may exceed the total number of Pods. */
import { invalidField } from "../../../meta/field-error.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { at } from "../../reporting.ts";

/** Counts that the statuses of all these controllers have. */
export interface ReplicaCounts {
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
}

/** Options of `reportReplicaCounts`. */
export interface CountedStatus<S> {
  readonly context: ValidationContext;
  /** Fields of the status that count some of its Pods. */
  readonly counts: readonly (keyof S & string)[];
  /** Name of `readyReplicas` in messages. */
  readonly readyName?: string;
}

/** Reports counts that exceed the total number of Pods, or the number of ready Pods. */
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
