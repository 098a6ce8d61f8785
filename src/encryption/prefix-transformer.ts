/**
 * Several transformers, of which the prefix of a stored value chooses one. The first one writes, and all of them read. This
 * structure occurs twice in stored values: the prefix of the provider, and then the name of the key.
 */
import type { TransformationRecorder } from "./transformation-metrics.ts";
import { type OpenedValue, TransformError, type ValueTransformer } from "./value-transformer.ts";

/** A transformer of the values with a prefix. */
export interface PrefixedTransformer {
  /** Empty for the provider that stores values as they are. */
  readonly prefix: string;
  readonly transformer: ValueTransformer;
}

interface Choice {
  readonly prefix: Buffer;
  /** Label of the prefix in metrics. */
  readonly label: string;
  readonly transformer: ValueTransformer;
}

/** Transformers of the same values, and what happens if none of them can read one. */
export interface PrefixTransformerOptions {
  /** At least one, in the order in which they are tried. */
  readonly transformers: readonly PrefixedTransformer[];
  /** Message about a value that has none of the prefixes. */
  readonly unmatched: string;
  readonly recorder: TransformationRecorder;
}

/** Chooses a transformer by prefix. */
export class PrefixTransformer implements ValueTransformer {
  readonly mayWait: boolean;
  readonly #choices: readonly Choice[];
  readonly #unmatched: string;
  readonly #recorder: TransformationRecorder;

  constructor({ transformers, unmatched, recorder }: PrefixTransformerOptions) {
    this.#choices = transformers.map(({ prefix, transformer }) => ({
      prefix: Buffer.from(prefix),
      label: prefix,
      transformer,
    }));
    this.mayWait = transformers.some(({ transformer }) => transformer.mayWait);
    this.#unmatched = unmatched;
    this.#recorder = recorder;
  }

  toStorage(value: Uint8Array, key: string): Uint8Array {
    const [{ prefix, label, transformer }] = this.#choices as [Choice];
    const start = this.#recorder.now();
    try {
      const sealed = transformer.toStorage(value, key);
      this.#recorder.record("to_storage", label, start);
      return prefix.length === 0 ? sealed : Buffer.concat([prefix, sealed]);
    } catch (error) {
      this.#recorder.record("to_storage", label, start, error);
      throw error;
    }
  }

  fromStorage(stored: Uint8Array, key: string): OpenedValue | Promise<OpenedValue> {
    return this.#open(stored, key, { next: 0, errors: [], start: this.#recorder.now() });
  }

  /** Tries the choices from `next` on. Returns a promise as soon as one of them does. */
  #open(stored: Uint8Array, key: string, attempt: Attempt): OpenedValue | Promise<OpenedValue> {
    const choice = this.#choices[attempt.next];
    if (!choice) throw this.#failure(attempt);
    const { prefix, transformer } = choice;
    if (!prefix.equals(stored.subarray(0, prefix.length))) {
      attempt.next++;
      return this.#open(stored, key, attempt);
    }
    const bytes = prefix.length === 0 ? stored : stored.subarray(prefix.length);
    const retry = (error: unknown): OpenedValue | Promise<OpenedValue> => {
      this.#note(choice, attempt, error);
      attempt.next++;
      return this.#open(stored, key, attempt);
    };
    let opened: OpenedValue | Promise<OpenedValue>;
    try {
      opened = transformer.fromStorage(bytes, key);
    } catch (error) {
      return retry(error);
    }
    if (!(opened instanceof Promise)) return this.#succeed(choice, attempt, opened);
    return opened.then((value) => this.#succeed(choice, attempt, value), retry);
  }

  #succeed({ label }: Choice, { next, start }: Attempt, { value, isStale }: OpenedValue): OpenedValue {
    this.#recorder.record("from_storage", label === "" ? "identity" : label, start);
    return { value, isStale: isStale || next !== 0 };
  }

  /** Notes that a choice cannot read the value. The provider without a prefix sees all values, so its failure means nothing. */
  #note({ label }: Choice, { errors, start }: Attempt, error: unknown): void {
    if (!(error instanceof TransformError)) throw error;
    if (label === "") return;
    this.#recorder.record("from_storage", label, start, error);
    errors.push(error);
  }

  #failure({ errors, start }: Attempt): TransformError {
    const [first] = errors;
    if (!first) {
      const error = new TransformError(this.#unmatched);
      this.#recorder.record("from_storage", "unknown", start, error);
      return error;
    }
    const messages = [...new Set(errors.map(({ message }) => message))];
    if (messages.length === 1) return first;
    const isTemporary = errors.some((one) => one.isTemporary);
    return new TransformError(`[${messages.join(", ")}]`, { isTemporary, cause: first });
  }
}

/** State of one look for a choice that can read a value. */
interface Attempt {
  next: number;
  readonly errors: TransformError[];
  readonly start: number;
}
