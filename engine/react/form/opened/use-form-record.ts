import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../client/index.ts';
import { apiBase } from '../../../model/naming/index.ts';
import { formPaths } from '../../../model/view/index.ts';
import type { WireRecord } from '../../../model/wire/index.ts';
import type { ActionUse } from '../../calls/action-call.ts';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { formMode } from '../session/values/form-mode.ts';

/** Of several records nothing is shown: what is filled in is set on each, and what is not stays as it is. */
const nothingKnown: WireRecord = { id: '', version: 0 };

/** Whether a form sets the same fields on several records. */
export function changesMany({ action, target }: Pick<ActionUse, 'action' | 'target'>): boolean {
  return formMode(action) === 'modify' && (target.kind === 'rows' || target.kind === 'matching');
}

/** The record a form is about: read anew before it is changed, as the page has it otherwise. */
export function useFormRecord({ action, target }: ActionUse, key: string) {
  const page = usePageRuntime();
  const record = target.kind === 'record' ? target.record : undefined;
  const operation = action.operation;
  const entity =
    operation !== undefined && operation.kind !== 'dataset' ? page.context.entities.get(operation.entity) : undefined;
  // One without an id stands for none: the form is only looked at.
  const isThere = record !== undefined && record.id !== '';
  const isModify = formMode(action) === 'modify' && isThere && entity !== undefined;
  const path = entity === undefined ? '' : `${apiBase(entity)}/view`;
  const fields = action.form === undefined ? [] : formPaths(action.form);
  const query = useQuery({
    // Under a name of its own and the key of this opening: what other calls make stale must not take the place of
    // what is being changed here, and what another opening read may be stale.
    queryKey: queryKeys.openedForm(page.name, path, record?.id ?? '', fields, key),
    queryFn: ({ signal }) => page.call<WireRecord>(path, { id: record?.id, fields }, { signal }),
    enabled: isModify,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (changesMany({ action, target }))
    return { isPending: false, error: null, record: nothingKnown, refetch: () => undefined };
  return isModify
    ? { ...query, record: query.data }
    : { isPending: false, error: null, record, refetch: () => undefined };
}
