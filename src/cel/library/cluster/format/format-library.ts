/** Functions for named formats of texts: `format.dns1123Label().validate('my-name')`. */
import {
  type CallCost,
  type CallEstimator,
  type FunctionDeclaration,
  patternFactor,
  scaleRange,
  searchCost,
  traversalFactor,
} from "../../../declarations/index.ts";
import { listType, type ObjectType, optionalType, stringType } from "../../../types/index.ts";
import { ArrayListValue, noSuchOverload, OpaqueValue, OptionalValue, type Value } from "../../../values/index.ts";
import { declareFunction, globalOverload, memberOverload } from "../../declare.ts";
import { type NamedFormat, namedFormats } from "./named-formats.ts";

/** Length of the regular expression that estimates assume for every format. */
const patternLengthMax = 128;

/** A format as a value. */
export class FormatValue extends OpaqueValue {
  readonly type: ObjectType;
  readonly format: NamedFormat;

  constructor(type: ObjectType, format: NamedFormat) {
    super();
    this.type = type;
    this.format = format;
  }

  override equals(other: Value): Value {
    return other instanceof FormatValue ? this.format.name === other.format.name : noSuchOverload();
  }
}

/** Returns the functions for named formats. */
export function formatFunctions(formatType: ObjectType): readonly FunctionDeclaration[] {
  const formats = new Map([...namedFormats].map(([name, format]) => [name, new FormatValue(formatType, format)]));
  const find = (name: Value): Value => {
    if (typeof name !== "string") return noSuchOverload();
    const format = formats.get(name);
    return format ? OptionalValue.of(format) : OptionalValue.none;
  };
  const faultsType = optionalType(listType(stringType));
  return [
    declareFunction("validate", [memberOverload("format-validate", [formatType, stringType], faultsType, validate)], {
      cost: validationCost,
      estimate: validationEstimate,
    }),
    declareFunction("format.named", [globalOverload("format-named", [stringType], optionalType(formatType), find)]),
    ...[...formats].map(([name, format]) => {
      const qualifiedName = `format.${name}`;
      return declareFunction(qualifiedName, [globalOverload(qualifiedName, [], formatType, () => format)]);
    }),
  ];
}

/** Returns the faults of a text. The result is empty if the text has the format. */
function validate(value: Value, text: Value): Value {
  if (!(value instanceof FormatValue) || typeof text !== "string") return noSuchOverload();
  const faults = value.format.check(text);
  return faults.length === 0 ? OptionalValue.none : OptionalValue.of(new ArrayListValue(faults));
}

const validationCost: CallCost = (_result, value, text) => {
  if (!(value instanceof FormatValue)) return 1;
  return searchCost(text, value.format.patternLength);
};

const validationEstimate: CallEstimator = ({ args: [text], sizeOf }) => {
  if (!text) return undefined;
  return { cost: scaleRange(scaleRange(sizeOf(text), traversalFactor), patternLengthMax * patternFactor) };
};
