import { createContext } from 'react';
import type { EntityModel } from '../../../model/entity/index.ts';
import type { ActionView } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';

/** The record whose changes are told, and what the reader may do with it. */
export type ChangedRecord = {
  readonly entity: EntityModel;
  readonly record: WireRecord;
  readonly actions: readonly ActionView[];
};

/** Absent where changes are told and no more. */
export const ChangedRecordContext = createContext<ChangedRecord | undefined>(undefined);
