/** Values whose type messages show in Go syntax, nil maps and lists included. */
import type { LabelSelector, LabelSelectorRequirement } from "../../api/index.ts";
import { GoText, goQuote, goValue } from "../../meta/go-quote.ts";

/** A map of texts: `map[string]string{"app":"web"}`. */
export function goTextMap(map: Readonly<Record<string, string>> | undefined): GoText {
  return new GoText(map === undefined || isEmpty(map) ? "map[string]string(nil)" : goValue(map));
}

/** A list of texts: `[]string{"a", "b"}`. @param type of the texts */
export function goTextList(list: readonly string[] | undefined, type = "string"): GoText {
  if (list === undefined || list.length === 0) return new GoText(`[]${type}(nil)`);
  return new GoText(`[]${type}{${list.map(goQuote).join(", ")}}`);
}

/** A selector behind a pointer: null when there is none. */
export function goLabelSelector(selector: LabelSelector | null | undefined): GoText | null {
  if (!selector) return null;
  const labels = goTextMap(selector.matchLabels).text;
  const expressions = goRequirements(selector.matchExpressions ?? []);
  return new GoText(`v1.LabelSelector{MatchLabels:${labels}, MatchExpressions:${expressions}}`);
}

function goRequirements(requirements: readonly LabelSelectorRequirement[]): string {
  if (requirements.length === 0) return "[]v1.LabelSelectorRequirement(nil)";
  return `[]v1.LabelSelectorRequirement{${requirements.map(goRequirement).join(", ")}}`;
}

function goRequirement({ key, operator, values }: LabelSelectorRequirement): string {
  const texts = `Key:${goQuote(key)}, Operator:${goQuote(operator)}, Values:${goTextList(values).text}`;
  return `v1.LabelSelectorRequirement{${texts}}`;
}

function isEmpty(map: object): boolean {
  return Object.keys(map).length === 0;
}

/** A stored point in time: `2025-01-01 00:00:00 +0000 UTC`. */
export function goTime(time: string): GoText {
  return new GoText(time.replace("T", " ").replace(/Z$/, " +0000 UTC"));
}
