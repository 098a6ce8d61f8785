/**
 * Valid objects in which values have moved: two values are swapped, a field gets the value of another field or of
 * another kind's object, or a list gets an item that differs in one field from another item.
 */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type Schema, type StructSchema, structInVocabulary } from "../../src/schema/index.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import { descendants, emptyCollection, type Place, removed, type Step, withValueAt } from "./places.ts";
import { plausibleValue } from "./plausible-value.ts";
import { creatableKinds, validObjects } from "./valid-objects.ts";

/** Values of the objects of all kinds by their type. */
type DonorValues = ReadonlyMap<string, readonly unknown[]>;

interface Crossing {
  readonly schema: StructSchema;
  readonly object: object;
  readonly random: Random;
  /** Whether only the status changes. Default: everything else changes. */
  readonly changesStatus?: boolean;
}

/** Returns the object after `count` changes. Its name and type do not change. */
export function crossedObject(crossing: Crossing, count: number): object {
  let { object } = crossing;
  for (let done = 0; done < count; done++) object = crossed({ ...crossing, object });
  return object;
}

const fixedPlaces: ReadonlySet<string> = new Set(["kind", "apiVersion", "metadata.name", "metadata.namespace"]);

function placesOf({ schema, object, changesStatus = false }: Crossing): readonly Place[] {
  const all = descendants({ steps: [], schema, value: object, isField: false });
  const isFree = ({ steps }: Place): boolean =>
    !fixedPlaces.has(steps.join(".")) && steps.join(".") !== "metadata" && (steps[0] === "status") === changesStatus;
  return all.filter(isFree);
}

/** Tries the places in their order. */
type Change = (places: readonly Place[], crossing: Crossing) => object | undefined;

const changes: readonly Change[] = [swapped, swapped, borrowed, borrowed, duplicated, donated, donated, replaced];

function crossed(crossing: Crossing): object {
  const places = placesOf(crossing);
  if (places.length === 0) return crossing.object;
  for (let tries = 0; tries < 20; tries++) {
    const object = oneOf(crossing.random, changes)(places, crossing);
    if (object) return object;
  }
  return crossing.object;
}

const kindOf = ({ schema }: Place): string => schema.node;

function isWithin(one: readonly Step[], other: readonly Step[]): boolean {
  return one.every((step, index) => step === other[index]);
}

function areApart({ steps: one }: Place, { steps: other }: Place): boolean {
  return !isWithin(one, other) && !isWithin(other, one);
}

/** Swaps two values, usually of one type. */
function swapped(places: readonly Place[], { object, random }: Crossing): object | undefined {
  const one = oneOf(random, places);
  const ofOneType = !isOnceIn(random, 8);
  const others = places.filter((place) => areApart(one, place) && (!ofOneType || kindOf(place) === kindOf(one)));
  if (others.length === 0) return undefined;
  const other = oneOf(random, others);
  return withValueAt(withValueAt(object, one.steps, other.value), other.steps, one.value) as object;
}

/** Copies the value of another field of the same type. */
function borrowed(places: readonly Place[], { object, random }: Crossing): object | undefined {
  const texts = places.filter((place) => kindOf(place) === "text");
  const one = oneOf(random, texts.length > 0 && !isOnceIn(random, 4) ? texts : places);
  const others = places.filter((place) => areApart(one, place) && kindOf(place) === kindOf(one));
  return others.length === 0 ? undefined : (withValueAt(object, one.steps, oneOf(random, others).value) as object);
}

/** Adds a copy of an item in which one field has another value. */
function duplicated(places: readonly Place[], { object, random }: Crossing): object | undefined {
  const lists = places.filter(
    ({ schema, value }) => schema.node === "list" && Array.isArray(value) && value.length > 0,
  );
  if (lists.length === 0) return undefined;
  const list = oneOf(random, lists);
  const items = list.value as readonly unknown[];
  const item = oneOf(random, items);
  const schema = list.schema.node === "list" ? list.schema.items : list.schema;
  const inside = descendants({ steps: [], schema, value: item, isField: false });
  const place = inside.length > 0 ? oneOf(random, inside) : undefined;
  const value = (): unknown => plausibleValue(place?.schema ?? schema, String(place?.steps.at(-1)), random, 2);
  const copy = isOnceIn(random, 6) || !place ? item : withValueAt(item, place.steps, value());
  const at = random.below(items.length + 1);
  return withValueAt(object, list.steps, [...items.slice(0, at), copy, ...items.slice(at)]) as object;
}

/** Copies a value of the same type from an object of another kind. */
function donated(places: readonly Place[], { object, random }: Crossing): object | undefined {
  const place = oneOf(random, places);
  donors ??= collectDonors();
  const found = donors.get(typeKeyOf(place.schema, place.steps)) ?? [];
  return found.length === 0 ? undefined : (withValueAt(object, place.steps, oneOf(random, found)) as object);
}

/** Sets a plausible value, removes the field, or sets it to null or an empty value. */
function replaced(places: readonly Place[], { object, random }: Crossing): object | undefined {
  const place = oneOf(random, places);
  const plausible = plausibleValue(place.schema, String(place.steps.at(-1)), random, 2);
  const values = [plausible, null, removed, emptyCollection(place.schema) ?? null];
  return withValueAt(object, place.steps, oneOf(random, values)) as object;
}

let donors: DonorValues | undefined;

function collectDonors(): DonorValues {
  const values = new Map<string, unknown[]>();
  for (const kind of creatableKinds()) {
    const schema = structInVocabulary(kind.schema, vocabularies.kubernetes);
    for (const object of validObjects(kind).slice(0, 2)) {
      for (const place of descendants({ steps: [], schema, value: object, isField: false })) {
        const key = typeKeyOf(place.schema, place.steps);
        const known = values.get(key);
        if (known) known.push(place.value);
        else values.set(key, [place.value]);
      }
    }
  }
  return values;
}

/**
 * Returns a key that is equal for exchangeable values: the name of their struct, or their type and the name of their
 * field.
 */
function typeKeyOf(schema: Schema, steps: readonly Step[]): string {
  if (schema.node === "struct") return schema.name;
  const name = steps.findLast((step) => typeof step === "string") ?? "";
  return `${schema.node} ${schema.node === "list" && schema.items.node === "struct" ? schema.items.name : name}`;
}
