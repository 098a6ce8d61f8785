/** Rules of the queues of a priority level. */
import type { LimitResponse, QueuingConfiguration } from "../../api/index.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportUnsupported, within } from "../reporting.ts";

const responses = ["Queue", "Reject"];

/** Reports an invalid response to excess requests. As in the reference, the messages name the wrong types. */
export function reportLimitResponse({ type, queuing }: LimitResponse, context: ValidationContext): void {
  const path = at(context, "queuing");
  reportUnsupported(context, "type", type, responses);
  if (type === "Reject" && queuing) {
    context.report(forbiddenField(path, "must be nil if limited.limitResponse.type is not Limited"));
  }
  if (type !== "Queue") return;
  if (queuing) reportQueuing(queuing, within(context, "queuing"));
  else context.report(requiredField(path, "must not be empty if limited.limitResponse.type is Limited"));
}

const queuesMax = 10_000_000;
/** Largest number of random bits for the choice of a flow's queues. */
const hashBitsMax = 60;

function reportQueuing(queuing: QueuingConfiguration, context: ValidationContext): void {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing;
  const reject = (field: string, value: number, why: string): void =>
    context.report(invalidField(at(context, field), value, why));
  if (queueLengthLimit <= 0) reject("queueLengthLimit", queueLengthLimit, "must be positive");
  if (queues <= 0) reject("queues", queues, "must be positive");
  else if (queues > queuesMax) reject("queues", queues, `must not be greater than ${queuesMax}`);
  const fault = handFault(queues, handSize);
  if (fault !== undefined) reject("handSize", handSize, fault);
}

function handFault(queues: number, handSize: number): string | undefined {
  if (handSize <= 0) return "must be positive";
  if (handSize > queues) return `should not be greater than queues (${queues})`;
  if (Math.ceil(Math.log2(queues) * handSize) <= hashBitsMax) return undefined;
  const deal = `deckSize ${queues} and handSize ${handSize}`;
  return `required entropy bits of ${deal} should not be greater than ${hashBitsMax}`;
}
