import type { ActionUse } from '../calls/action-call.ts';
import { usePageRuntime } from '../host/page-runtime.ts';
import { PresentPeople } from './present-people.tsx';

type Props = { readonly use: ActionUse; readonly isOpen: boolean };

/** Says that the record of an opened form is being changed, and who else is at it. */
export function FormPresence({ use, isOpen }: Props) {
  const page = usePageRuntime();
  const { page: document } = page.bundle;
  const { action, target } = use;
  const of = isOpen && target.kind === 'record' && 'entity' in document ? document.entity : undefined;
  const isChange = of !== undefined && changes(action.operation, of);
  const at =
    isChange && target.kind === 'record'
      ? { page: page.name, entity: of, id: target.record.id, isEditing: true }
      : undefined;
  return (
    <div className="engine-form-presence">
      <PresentPeople at={at} />
    </div>
  );
}

/** Whether a call changes the record it is about, of this entity. */
function changes(operation: ActionUse['action']['operation'], entity: string): boolean {
  if (operation === undefined || !('entity' in operation) || operation.entity !== entity) return false;
  return operation.kind === 'modify' || operation.kind === 'transition' || operation.kind === 'action';
}
