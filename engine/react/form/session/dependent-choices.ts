import type { Scope } from '../../../model/expression/index.ts';
import type { FormFieldView } from '../../../model/view/index.ts';
import type { Where } from '../../../model/wire/index.ts';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import { isSame } from '../../record/values.ts';
import { type Choice, choiceNow, fieldsRead, type Readable, type ReadField } from './choice-conditions.ts';

/** Which of these records of an entity some conditions allow. Rejects where that cannot be told. */
export type AllowedIds = (
  entity: string,
  ids: readonly string[],
  where: readonly Where[],
) => Promise<readonly string[]>;

/** A choice of an opened form whose possible records depend on other values. */
export type ChoicePlace = {
  /** The key of a field, or `rows.row.cell`. */
  readonly place: string;
  readonly view: FormFieldView;
  readonly value: unknown;
  readonly scope: Scope;
  readonly isShown: boolean;
  readonly isOpen: boolean;
  readonly readable: readonly Readable[];
};

/** What was taken out of a choice because another field was changed. */
export type LostChoice = {
  /** What the choice held, and what of it was left. */
  readonly held: unknown;
  readonly left: unknown;
  /** How many records were taken out. */
  readonly count: number;
  /** The fields that were changed, with what they held before. */
  readonly because: readonly ReadField[];
};

type Judged = {
  readonly conditions: string;
  readonly entity: string | undefined;
  /** What the conditions read when the choice was last found right. */
  readonly read: readonly ReadField[];
  /** Whether it could be filled in at the last look. */
  readonly wasOpen: boolean;
};

type DependentChoicesOptions = {
  /** Without it nothing but an open condition takes a choice away. */
  readonly allowed: AllowedIds | undefined;
  readonly valueAt: (place: string) => unknown;
  readonly write: (values: ReadonlyMap<string, unknown>, cause: 'emptied' | 'undone') => void;
  /** Told of an answer that is on its way. */
  readonly expect: (place: string, work: Promise<boolean>) => void;
};

/**
 * Lets go of chosen records that conditions no longer allow once a field they depend on was changed; says what was let
 * go and why, and brings both back.
 */
export class DependentChoices {
  readonly #options: DependentChoicesOptions;
  readonly #judged = new Map<string, Judged>();
  readonly #lost = new Map<string, LostChoice>();

  constructor(options: DependentChoicesOptions) {
    this.#options = options;
  }

  /** What was let go at a place, as long as nothing else was chosen there; the same object as long as it stands. */
  lostAt(place: string): LostChoice | undefined {
    return this.#lost.get(place);
  }

  /** Judges the choices whose conditions are others than before. */
  judge(choices: readonly ChoicePlace[]): void {
    for (const [place, { left }] of this.#lost)
      if (!isSame(this.#options.valueAt(place), left)) this.#lost.delete(place);
    for (const choice of choices) if (choice.isShown) this.#judgeOne(choice);
  }

  /**
   * Brings back what was let go at a place and the fields that were changed before; with them whatever was let go for
   * the same reason.
   */
  undo(place: string): void {
    const values = new Map<string, unknown>();
    for (const [lostPlace, { held, because }] of this.#together(place)) {
      for (const { place: changed, value } of because) if (!values.has(changed)) values.set(changed, value);
      values.set(lostPlace, held);
    }
    for (const key of values.keys()) {
      // What stood there together before is right again.
      this.#judged.delete(key);
      this.#lost.delete(key);
    }
    this.#options.write(values, 'undone');
  }

  /** What was let go at a place and wherever the same changes reached, directly or one through the other. */
  #together(place: string): ReadonlyMap<string, LostChoice> {
    const places = new Set([place]);
    const found = new Map<string, LostChoice>();
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      for (const [key, lost] of this.#lost) {
        const touched = [key, ...lost.because.map(({ place: changed }) => changed)];
        if (!touched.some((one) => places.has(one))) continue;
        found.set(key, lost);
        for (const one of touched) places.add(one);
      }
    }
    return found;
  }

  #judgeOne({ place, view, value, scope, isOpen, readable }: ChoicePlace): void {
    const choice = choiceNow(view, scope);
    const conditions = JSON.stringify(choice);
    const entity = choice?.entity;
    const before = this.#judged.get(place);
    if (before?.conditions === conditions) {
      this.#judged.set(place, { ...before, wasOpen: isOpen });
      return;
    }
    // Closed by something else, it waits until it may be filled in again; closed by the very change, it goes with it.
    if (before !== undefined && !isOpen && !before.wasOpen) return;
    const read = fieldsRead(view, readable);
    const ids = idsOf(value);
    if (before === undefined || ids.length === 0) {
      this.#judged.set(place, { conditions, entity, read, wasOpen: isOpen });
      return;
    }
    // What was read when it was right stays until it is right again, or gone.
    this.#judged.set(place, { conditions, entity: before.entity, read: before.read, wasOpen: isOpen });
    const settle = (kept: readonly string[]) => {
      const now = this.#judged.get(place);
      const isOverdue = now?.conditions !== conditions;
      if (isOverdue || !isSame(this.#options.valueAt(place), value)) return;
      this.#judged.set(place, { conditions, entity, read, wasOpen: now.wasOpen });
      const left = ids.filter((id) => kept.includes(id));
      if (left.length < ids.length) this.#letGo(place, view, { value, left, ids, because: changed(before.read, read) });
    };
    // What is of another kind is none of these, whatever the conditions.
    if (choice === null || (before.entity !== undefined && entity !== before.entity)) settle([]);
    else if (choice.where.length === 0) settle(ids);
    else this.#ask(place, choice, ids, settle);
  }

  #ask(
    place: string,
    { entity, where }: Choice,
    ids: readonly string[],
    settle: (kept: readonly string[]) => void,
  ): void {
    const { allowed, expect } = this.#options;
    if (allowed === undefined || entity === undefined) return;
    // Without an answer the choice stays: the server refuses it where it must not be.
    const work = allowed(entity, ids, where).then(settle, () => undefined);
    expect(
      place,
      work.then(() => true),
    );
  }

  #letGo(place: string, { field }: FormFieldView, { value, left, ids, because }: Loss): void {
    const now = field.type === 'refs' ? left : null;
    this.#lost.set(place, { held: value, left: now, count: ids.length - left.length, because });
    this.#options.write(new Map([[place, now]]), 'emptied');
  }
}

type Loss = {
  readonly value: unknown;
  readonly ids: readonly string[];
  readonly left: readonly string[];
  readonly because: readonly ReadField[];
};

/** The fields that hold something else now, as they were before. */
function changed(before: readonly ReadField[], now: readonly ReadField[]): readonly ReadField[] {
  const held = new Map(now.map(({ place, value }) => [place, value]));
  return before.filter(({ place, value }) => !isSame(value, held.get(place)));
}
