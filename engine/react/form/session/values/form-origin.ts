import type { InputField } from '../../../../model/record/index.ts';
import { isMasked } from '../../../record/masked.ts';
import { isEmpty, isSame, type Values } from '../../../record/values.ts';

type Origin = {
  /** Whether a stored record is changed. */
  readonly isChange: boolean;
  /** Version of the record the form stands on; undefined for a new one. */
  readonly version: number | undefined;
  /** The stored masked values by field. */
  readonly masked: ReadonlyMap<string, string>;
  /** The values the form starts with. */
  readonly start: Values;
};

/** What a form goes from: the values it was opened with, and of a change those that are stored. */
export class FormOrigin {
  readonly #isChange: boolean;
  readonly #masked: Map<string, string>;
  /** What fields held before anybody wrote into them. */
  #opened: Values;
  /** What is stored, as far as it is known here. */
  #stored: Values;
  #version: number | undefined;

  constructor({ isChange, version, masked, start }: Origin) {
    this.#isChange = isChange;
    this.#masked = new Map(masked);
    this.#version = version;
    this.#opened = start;
    this.#stored = start;
  }

  /** The stored masked values by field. */
  get masked(): ReadonlyMap<string, string> {
    return this.#masked;
  }

  /** Version of the record the form goes from; undefined for a new one. */
  get version(): number | undefined {
    return this.#version;
  }

  /** Takes values for those fields were opened with, since nobody typed them. */
  open(values: Values): void {
    this.#opened = { ...this.#opened, ...values };
  }

  isAsOpened(key: string, value: unknown): boolean {
    return isSame(value, this.#opened[key]);
  }

  /** In a change, a value that is as it was is neither checked nor sent: it may be older than today's rules. */
  isUntouched(key: string, value: unknown): boolean {
    if (!this.#isChange) return false;
    return this.#masked.has(key) ? isEmpty(value) : isSame(value, this.#stored[key]);
  }

  /** What is stored in a field that is not masked. */
  stored(key: string): unknown {
    return this.#stored[key];
  }

  /** What a change says these fields were. What a masked one was is not known here; the server compares nothing for it. */
  was(keys: readonly string[]): Values {
    const known = keys.filter((key) => !this.#masked.has(key));
    return Object.fromEntries(known.map((key) => [key, this.#stored[key] ?? null]));
  }

  /** Goes from other stored values, and from another version where one is told. */
  rebase(values: Values, version: number | undefined): void {
    this.#stored = { ...this.#stored, ...values };
    this.#version = version ?? this.#version;
  }

  /** Takes what another stored in a field; answers what is shown of it, nothing where it is masked. */
  take(key: string, field: InputField | undefined, stored: unknown): unknown {
    const isHidden = field !== undefined && isMasked(field, stored);
    if (isHidden) this.#masked.set(key, stored);
    const value = isHidden ? undefined : stored;
    this.#stored = { ...this.#stored, [key]: value };
    return value;
  }
}
