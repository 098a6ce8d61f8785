/** Rules of the taints of a Node. */
import { type Taint, taintEffects } from "../../../api/core/v1/taint.ts";
import { duplicateField, invalidField, notSupportedField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { GoText, goQuote } from "../../../meta/go-quote.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, reportFormat } from "../../reporting.ts";

/**
 * Reports invalid taints.
 * @param part path of the list from the value of `context`
 */
export function reportTaints(taints: readonly Taint[], context: ValidationContext, part: string): void {
  const repeats = repeatIndexes(taints.map(({ key, effect }) => `${effect}/${key}`));
  taints.forEach((taint, index) => {
    const place = `${part}[${index}]`;
    reportTaint(taint, context, place);
    if (repeats.has(index)) {
      const detail = "taints must be unique by key and effect pair";
      context.report({ ...duplicateField(at(context, place), goTaint(taint)), detail });
    }
  });
}

function reportTaint({ key, value = "", effect }: Taint, context: ValidationContext, place: string): void {
  reportFormat(context, `${place}.key`, "labelKey", key);
  const messages = checkFormat("labelValue", value);
  if (messages.length > 0) context.report(invalidField(at(context, `${place}.value`), value, messages.join(";")));
  const path = at(context, `${place}.effect`);
  const known: readonly string[] = taintEffects;
  // Widened to a text, because a taint from an annotation may have any effect.
  const effectText: string = effect ?? "";
  if (effectText === "") context.report(requiredField(path));
  else if (!known.includes(effectText)) context.report(notSupportedField(path, effectText, known));
}

function goTaint({ key, value = "", effect, timeAdded }: Taint): GoText {
  const added = timeAdded ? goQuote(timeAdded) : "<nil>";
  const fields = `Key:${goQuote(key)}, Value:${goQuote(value)}, Effect:${goQuote(effect)}, TimeAdded:${added}`;
  return new GoText(`core.Taint{${fields}}`);
}
