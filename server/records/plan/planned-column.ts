import type { RawBuilder } from 'kysely';
import type { EntityField } from '../../../engine/model/documents/index.ts';
import type { EntityModel } from '../../../engine/model/entity/index.ts';

/** A column, or the value worked out in its place, and the field it is of. */
export type PlannedColumn = {
  readonly sql: RawBuilder<unknown>;
  readonly field: EntityField;
  readonly entity: EntityModel;
  /** Whether the row keeps it masked whatever the caller's masks say; asked only of who would see it in clear. */
  readonly masked?: () => RawBuilder<unknown> | undefined;
  /** Which of the reasons not to call the number holds in the row, by its place. */
  readonly undialled?: () => RawBuilder<unknown> | undefined;
};
