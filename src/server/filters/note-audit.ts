/** Notes what the audit log of another thread needs. Only the second thread runs this filter. */
import { AuditNotes, type NoteScope } from "../../audit/index.ts";
import type { Filter } from "../chain.ts";
import type { Call } from "../requests/call.ts";

const noteScope = Symbol("how much is noted for the audit log of another thread");
const notesOfCall = Symbol("notes for the audit log of another thread");

/** Notes what the audit log of another thread needs, in a thread whose requests the other thread records. */
export const noteAudit: Filter = (call, next) => {
  const { memo } = call.exchange.peer;
  const scope = memo.get(noteScope) as NoteScope | undefined;
  if (scope) {
    call.audit = new AuditNotes(scope);
    memo.set(notesOfCall, call);
  }
  return next(call);
};

/** Makes the request of an in-process peer note what the audit log of another thread needs. */
export function requestNotes(memo: Map<symbol, unknown>, scope: NoteScope): void {
  memo.set(noteScope, scope);
}

/** Returns the call whose notes were requested. Undefined if it has none. */
export function notedCall(memo: ReadonlyMap<symbol, unknown>): Call | undefined {
  return memo.get(notesOfCall) as Call | undefined;
}
