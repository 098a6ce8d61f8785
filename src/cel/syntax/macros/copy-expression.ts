/** Copies parts of a syntax tree. */
import type { Comprehension, Expression, FieldInitializer, MapEntry } from "../ast.ts";
import type { NodeIds } from "../node-ids.ts";
import { newCall, newConstant, newIdentifier, newList, newMap, newMemberCall, newObject } from "../nodes.ts";

/**
 * Returns a copy of an expression with new ids. Returns the expression itself if the tree has no more ids.
 * @param entryOffset position of the entries of copied literals, in code points
 */
export function copyExpression(expression: Expression, ids: NodeIds, entryOffset: number): Expression {
  return ids.isExhausted ? expression : new Copier(ids, entryOffset).copy(expression);
}

class Copier {
  readonly #ids: NodeIds;
  readonly #entryOffset: number;

  constructor(ids: NodeIds, entryOffset: number) {
    this.#ids = ids;
    this.#entryOffset = entryOffset;
  }

  /** A node takes its id before its parts do, and arguments take theirs before the target does. */
  copy(node: Expression): Expression {
    if (this.#ids.isExhausted) return node;
    const id = this.#ids.take(this.#ids.offsets[node.id] ?? 0);
    switch (node.kind) {
      case "constant":
        return newConstant(id, node.value);
      case "identifier":
        return newIdentifier(id, node.name);
      case "select":
        return { ...node, id, operand: this.copy(node.operand) };
      case "call": {
        const args = this.#copyAll(node.args);
        if (node.target === undefined) return newCall(id, node.name, args);
        return newMemberCall(id, node.name, this.copy(node.target), args);
      }
      case "list":
        return newList(id, this.#copyAll(node.elements), node.optionalIndices);
      case "map":
        return newMap(
          id,
          node.entries.map((entry) => this.#copyEntry(entry)),
        );
      case "object":
        return newObject(
          id,
          node.typeName,
          node.fields.map((field) => this.#copyField(field)),
        );
      case "comprehension":
        return this.#copyLoop(node, id);
    }
  }

  #copyAll(nodes: readonly Expression[]): Expression[] {
    return nodes.map((node) => this.copy(node));
  }

  #copyEntry(entry: MapEntry): MapEntry {
    const id = this.#ids.take(this.#entryOffset);
    return { id, key: this.copy(entry.key), value: this.copy(entry.value), optional: entry.optional };
  }

  #copyField(field: FieldInitializer): FieldInitializer {
    const id = this.#ids.take(this.#entryOffset);
    return { id, name: field.name, value: this.copy(field.value), optional: field.optional };
  }

  #copyLoop(loop: Comprehension, id: number): Comprehension {
    const range = this.copy(loop.range);
    const initial = this.copy(loop.initial);
    const condition = this.copy(loop.condition);
    const step = this.copy(loop.step);
    return { ...loop, id, range, initial, condition, step, result: this.copy(loop.result) };
  }
}
