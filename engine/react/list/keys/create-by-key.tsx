import type { ListView } from '../../../model/view/index.ts';
import { useRunAction } from '../../actions/action-host.tsx';
import { usePageRuntime } from '../../host/page-runtime.ts';
import { useListCommands } from './list-commands.ts';

/** Lets the keyboard begin a new record, where a button of the page does. */
export function CreateByKey({ view }: { readonly view: ListView }) {
  const page = usePageRuntime();
  const run = useRunAction();
  const scope = page.scope();
  const action = view.toolbar.find(
    (each) =>
      each.fault === undefined && each.operation?.kind === 'create' && each.isPossible(scope) && each.isEnabled(scope),
  );
  useListCommands({ create: action === undefined ? undefined : () => run({ action, target: { kind: 'none' } }) });
  return null;
}
