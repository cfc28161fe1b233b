import { createContext, useContext } from 'react';
import type { CreateForm } from '../../../model/documents/index.ts';
import type { RecordMaker } from '../../fields/renderer/field-renderer.ts';
import { useText } from '../../host/engine-context.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';

/** A record to be made by the form of another page, and who is told its id. */
export type RecordMaking = { readonly form: CreateForm; readonly made: (id: string) => void };

/** Opens the form by which a record is made, over whatever is open. */
export const RecordMakingContext = createContext<((making: RecordMaking) => void) | undefined>(undefined);

/**
 * What makes a record of an entity from below its choices: by the form of the page that `create` names, else by the
 * only one there is. Undefined where the reader may not, or none is wanted.
 */
export function useRecordMaker(
  entity: string | undefined,
  create: string | false | undefined,
): RecordMaker | undefined {
  const t = useText();
  const { context } = usePageRuntime();
  const start = useContext(RecordMakingContext);
  if (start === undefined || entity === undefined || create === false) return undefined;
  const form = context.creates.find(
    (offered) => offered.entity === entity && (create === undefined ? offered.only : offered.page === create),
  );
  if (form === undefined) return undefined;
  const title = t('engine.picker.create', { entity: context.entities.get(entity)?.title ?? '' });
  return { title, open: (made) => start({ form, made }) };
}
