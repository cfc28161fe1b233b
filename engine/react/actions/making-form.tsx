import { useQuery } from '@tanstack/react-query';
import { App, Spin } from 'antd';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { pageQuery } from '../../client/index.ts';
import type { PageBundle } from '../../model/documents/index.ts';
import { type ActionView, createFormOf, formPageView, listView, viewContext } from '../../model/view/index.ts';
import type { RecordMaking } from '../form/field/record-maker.ts';
import { useEngine } from '../host/engine-context.tsx';
import { PageRuntimeContext, useNewPageRuntime } from '../host/page-runtime.ts';
import { useTitled } from '../host/use-titled.ts';
import { lazyPart } from '../parts/lazy-part.tsx';
import { useActionEnd } from './use-action-end.tsx';

const ActionForm = lazyPart(async () => (await import('../form/action-form.tsx')).ActionForm);

type MakingFormProps = {
  readonly making: RecordMaking;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Holds what the form opens in its turn. */
  readonly host: ComponentType<{ readonly children: ReactNode }>;
};

/** The form of another page, opened in its name: what it may and what it asks is as on that page. */
export function MakingForm(props: MakingFormProps) {
  const { client } = useEngine();
  const { message } = App.useApp();
  const { page } = props.making.form;
  const { onClose } = props;
  const bundle = useQuery(pageQuery(client, page));
  const { error } = bundle;
  const titled = useTitled(bundle.data);
  useEffect(() => {
    if (error === null) return;
    message.error(error.message);
    onClose();
  }, [error, message, onClose]);
  if (titled === undefined) return error === null ? <Spin fullscreen delay={200} /> : null;
  return <BundleForm {...props} bundle={titled} />;
}

function BundleForm({ bundle, making, open, onClose, host: Host }: MakingFormProps & { readonly bundle: PageBundle }) {
  const context = useMemo(() => viewContext(bundle), [bundle]);
  const runtime = useNewPageRuntime(bundle, context);
  const action = useMemo(() => creatingAction(bundle, making.form.entity), [bundle, making.form.entity]);
  if (action === undefined) return null;
  return (
    <PageRuntimeContext.Provider value={runtime}>
      <Host>
        <Suspense fallback={null}>
          <OpenForm action={action} making={making} open={open} onClose={onClose} />
        </Suspense>
      </Host>
    </PageRuntimeContext.Provider>
  );
}

type OpenFormProps = Omit<MakingFormProps, 'host'> & { readonly action: ActionView };

function OpenForm({ action, making, open, onClose }: OpenFormProps) {
  const finish = useActionEnd();
  const use = useMemo(() => ({ action, target: { kind: 'none' } as const }), [action]);
  return (
    <ActionForm
      use={use}
      open={open}
      isOver
      onClose={onClose}
      onDone={(answer) => {
        onClose();
        // What would follow on its own page is not wanted over this form.
        void finish({ ...use, action: { ...action, after: [] } }, answer);
        if (answer.id !== undefined) making.made(answer.id);
      }}
    />
  );
}

function creatingAction(bundle: PageBundle, name: string): ActionView | undefined {
  const { page } = bundle;
  const context = viewContext(bundle);
  const entity = context.entities.get(name);
  const form = entity === undefined ? undefined : createFormOf(page, entity);
  if (page.kind === 'form') return formPageView(page, context)?.action;
  if (page.kind !== 'list' || form === undefined) return undefined;
  return listView(page, context)?.toolbar.find(({ key }) => key === form.action);
}
