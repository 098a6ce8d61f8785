/** Prints rules as the messages of the reference show them. */
import { goQuote } from "../../meta/go-quote.ts";
import { goPointer } from "../../meta/go-struct.ts";

/** A `ValidationRule` of a definition, or of a structural schema. */
interface ShownRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string | undefined;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean | undefined;
}

/** Returns the members of the Go struct `apiextensions.ValidationRule`. */
export function goRuleMembers(shown: ShownRule): Readonly<Record<string, string>> {
  const { rule, message = "", messageExpression = "", reason, fieldPath = "", optionalOldSelf } = shown;
  return {
    Rule: goQuote(rule),
    Message: goQuote(message),
    MessageExpression: goQuote(messageExpression),
    Reason: goPointer("apiextensions.FieldValueErrorReason", reason !== undefined),
    FieldPath: goQuote(fieldPath),
    OptionalOldSelf: goPointer("bool", optionalOldSelf !== undefined),
  };
}
