/** Names the field manager of a write. */
import type { Clock } from "../../base/clock.ts";
import { fieldManagerBytesMax } from "../../meta/field-formats.ts";
import { isGoPrintable } from "../../meta/go-quote.ts";
import type { SharedObject } from "../../meta/object-meta.ts";
import type { Call } from "../requests/call.ts";
import type { ManagedWrite } from "./field-owners.ts";

/**
 * Returns the write as `FieldOwners` records it.
 * @param old existing object, as stored; undefined if there is none
 */
export function managedWrite(
  call: Call,
  { clock }: { readonly clock: Clock },
  { old, options }: { readonly old: SharedObject | undefined; readonly options: { readonly fieldManager: string } },
): ManagedWrite {
  const manager = options.fieldManager || managerFromUserAgent(call.exchange.header("user-agent") ?? "");
  return { old, manager, nowMs: clock.nowMs() };
}

/**
 * Returns the manager name for a client that sends none: the product name in its User-Agent, without characters that
 * cannot be printed. Node decodes headers as Latin-1, so the bytes are decoded again as UTF-8.
 */
function managerFromUserAgent(userAgent: string): string {
  const [product = ""] = Buffer.from(userAgent, "latin1").toString("utf8").split("/");
  let name = "";
  let bytes = 0;
  for (const character of product) {
    if (!isGoPrintable(character)) continue;
    bytes += Buffer.byteLength(character);
    if (bytes > fieldManagerBytesMax) break;
    name += character;
  }
  return name;
}
