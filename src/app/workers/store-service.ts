/** Carries out the store calls of a worker process on the store of the main process. */
import { type StoreFailure, type StoreOwner, toFailure, type Write } from "../../storage/index.ts";
import type { SentWrite, StoreCall, StoreResult } from "./messages.ts";

/** A result, and the bytes that are sent with it. */
export interface StoreAnswer {
  readonly result: StoreResult;
  readonly attachments: readonly Uint8Array[];
}

/** A call that ends with its answer. `WorkerProcess` carries out the other one. */
export type ImmediateStoreCall = Exclude<StoreCall, { readonly operation: "pauseCommits" }>;

/**
 * Carries out a call. Never rejects: an error of the store is the result.
 * @param values the values of the call's writes
 */
export async function answerStoreCall(
  owner: StoreOwner,
  call: ImmediateStoreCall,
  values: readonly Uint8Array[],
): Promise<StoreAnswer> {
  try {
    return { result: await resultOf(owner, call, values), attachments: [] };
  } catch (error) {
    return failureAnswer(toFailure(error));
  }
}

async function resultOf(
  owner: StoreOwner,
  call: ImmediateStoreCall,
  values: readonly Uint8Array[],
): Promise<StoreResult> {
  switch (call.operation) {
    case "commit":
      return { revision: await owner.commit(writesOf(call.writes, values)) };
    case "removeDamaged":
      return { revision: await owner.removeDamaged(call.key) };
    case "compact":
      await owner.compact(call.revision);
      return { revision: call.revision };
    case "check":
      return { problems: await owner.check() };
  }
}

function writesOf(sent: readonly SentWrite[], values: readonly Uint8Array[]): readonly Write[] {
  let used = 0;
  return sent.map(({ key, expected, hasValue }) => ({ key, expected, value: hasValue ? values[used++] : undefined }));
}

function failureAnswer({ current, ...failure }: StoreFailure): StoreAnswer {
  return {
    result: { failure, currentRevision: current?.revision },
    attachments: current ? [current.value] : [],
  };
}
