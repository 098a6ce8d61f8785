/** Prints values in Go syntax with their types, including nil maps and nil lists. */
import type { LabelSelector, LabelSelectorRequirement } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { stringifyJson } from "../../codec/index.ts";
import { GoText, goQuote, goTextList, goValue } from "../../meta/go-quote.ts";

/** Returns a map of texts in Go syntax: `map[string]string{"app":"web"}`. */
export function goTextMap(map: Readonly<Record<string, string>> | undefined): GoText {
  return new GoText(map === undefined || isEmpty(map) ? "map[string]string(nil)" : goValue(map));
}

/** Returns a label selector in Go syntax. Null if there is none. */
export function goLabelSelector(selector: DeepReadonly<LabelSelector | null> | undefined): GoText | null {
  if (!selector) return null;
  const labels = goTextMap(selector.matchLabels).text;
  const expressions = goRequirements(selector.matchExpressions ?? []);
  return new GoText(`v1.LabelSelector{MatchLabels:${labels}, MatchExpressions:${expressions}}`);
}

function goRequirements(requirements: readonly DeepReadonly<LabelSelectorRequirement>[]): string {
  if (requirements.length === 0) return "[]v1.LabelSelectorRequirement(nil)";
  return `[]v1.LabelSelectorRequirement{${requirements.map(goRequirement).join(", ")}}`;
}

function goRequirement({ key, operator, values }: DeepReadonly<LabelSelectorRequirement>): string {
  const texts = `Key:${goQuote(key)}, Operator:${goQuote(operator)}, Values:${goTextList(values).text}`;
  return `v1.LabelSelectorRequirement{${texts}}`;
}

function isEmpty(map: object): boolean {
  return Object.keys(map).length === 0;
}

export { goTextList, goTime } from "../../meta/go-quote.ts";
export { goPointer } from "../../meta/go-struct.ts";

/** Returns the Go syntax of a JSON value that is stored as its compact bytes. */
export function goRawExtension(value: unknown): GoText {
  const bytes = Buffer.from(value === undefined || value === null ? "" : stringifyJson(value));
  return new GoText(`runtime.RawExtension{Raw:[]uint8${goByteItems(bytes)}, Object:runtime.Object(nil)}`);
}

/** Returns bytes in Go syntax: `[]byte{0x61, 0x62}`. */
export function goBytes(bytes: Buffer): GoText {
  return new GoText(`[]byte${goByteItems(bytes)}`);
}

/** Returns the bytes in braces, without their type. */
function goByteItems(bytes: Buffer): string {
  return bytes.length === 0 ? "(nil)" : `{${Array.from(bytes, (byte) => `0x${byte.toString(16)}`).join(", ")}}`;
}
