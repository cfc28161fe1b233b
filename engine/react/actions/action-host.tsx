import { createContext, type ReactNode, Suspense, useCallback, useContext, useState } from 'react';
import { type ActionUse, newIdempotencyKey } from '../calls/action-call.ts';
import { ErrorBoundary } from '../faults/error-boundary.tsx';
import { type RecordMaking, RecordMakingContext } from '../form/field/record-maker.ts';
import { FormLoadFault } from '../form/form-load-fault.tsx';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { linkedPlace } from './linked-place.ts';
import { loadActionForm } from './load-action-form.ts';
import { MakingForm } from './making-form.tsx';
import { useActionEnd } from './use-action-end.tsx';
import { useAskedCall } from './use-asked-call.ts';
import { useSteps } from './use-steps.ts';
import { WaitingForm } from './waiting-form.tsx';

const ActionForm = lazyPart(loadActionForm);

// Few pages print, and then once in a while.
const PrintDialog = lazyPart(async () => (await import('../print/print-dialog.tsx')).PrintDialog);

type RunAction = (use: ActionUse) => void;

const ActionContext = createContext<RunAction | undefined>(undefined);

/** Runs an action of the page: confirm, form, call, toast, refresh. */
export function useRunAction(): RunAction {
  const run = useContext(ActionContext);
  if (run === undefined) throw new TypeError('useRunAction is only for components below ActionHost');
  return run;
}

/** Whether an action opens something of its own before it calls anything: its form, or what it prints. */
function opensDialog({ form, operation }: ActionUse['action']): boolean {
  return form !== undefined || operation?.kind === 'print';
}

/** Runs the actions used below it and holds the form that is open. */
export function ActionHost({ children }: { readonly children: ReactNode }) {
  const { open, onUse } = useEngine();
  const [opened, setOpened] = useState<ActionUse & { readonly key: string }>();
  const [shown, setShown] = useState(false);
  const [making, setMaking] = useState<RecordMaking & { readonly key: string }>();
  const [isMaking, setIsMaking] = useState(false);
  const make = useCallback((wanted: RecordMaking) => {
    setMaking({ ...wanted, key: newIdempotencyKey() });
    setIsMaking(true);
  }, []);
  const stopMaking = useCallback(() => setIsMaking(false), []);
  const callAsked = useAskedCall();
  const page = usePageRuntime();
  const runSteps = useSteps();
  const run = useCallback<RunAction>(
    (use) => {
      const { action, target } = use;
      onUse?.({ page: page.bundle.page.name, action: action.key, title: action.title });
      if (action.link !== undefined) {
        const place = linkedPlace(
          action.link,
          action,
          page.scope(target.kind === 'record' ? target.record : undefined),
        );
        return open(place.page, place.params);
      }
      if (action.api === undefined && action.after.length > 0) {
        void runSteps(use, {});
        return;
      }
      if (!opensDialog(action)) return callAsked(use);
      setOpened({ ...use, key: newIdempotencyKey() });
      setShown(true);
    },
    [open, callAsked, page, onUse, runSteps],
  );
  const finish = useActionEnd();
  return (
    <ActionContext.Provider value={run}>
      <RecordMakingContext.Provider value={make}>
        {children}
        {opened === undefined ? null : (
          <ErrorBoundary
            resetKey={opened.key}
            fallback={(error) => (
              <FormLoadFault title={opened.action.title} error={error} onClose={() => setOpened(undefined)} />
            )}
          >
            <Suspense fallback={<WaitingForm use={opened} onClose={() => setOpened(undefined)} />}>
              {opened.action.operation?.kind === 'print' ? (
                <PrintDialog key={opened.key} use={opened} open={shown} onClose={() => setShown(false)} />
              ) : (
                <ActionForm
                  key={opened.key}
                  use={opened}
                  open={shown}
                  onClose={() => setShown(false)}
                  onDone={(answer) => {
                    setShown(false);
                    void finish(opened, answer);
                  }}
                />
              )}
            </Suspense>
          </ErrorBoundary>
        )}
        {making === undefined ? null : (
          <MakingForm key={making.key} making={making} open={isMaking} onClose={stopMaking} host={ActionHost} />
        )}
      </RecordMakingContext.Provider>
    </ActionContext.Provider>
  );
}
