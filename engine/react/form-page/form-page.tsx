import { InboxOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryKeys } from '../../client/index.ts';
import { type FormPageView, formRows } from '../../model/view/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { useActionEnd } from '../actions/use-action-end.tsx';
import type { ActionTarget } from '../calls/action-call.ts';
import { recordIdOf } from '../calls/page-record.ts';
import { FaultBlock, InlineFault, Notice } from '../faults/fault-block.tsx';
import { FormContent } from '../form/form-content.tsx';
import { FormFooter } from '../form/form-footer.tsx';
import { useOpenedForm } from '../form/opened/use-opened-form.ts';
import { useLeaveGuard } from '../form/opened/use-unsaved-guard.tsx';
import { useEngine, useText } from '../host/engine-context.tsx';
import { usePageDesign } from '../host/page-design.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { PageHeader } from '../page/page-header.tsx';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import './form-page.css';

type Params = Readonly<Record<string, string>>;

/** A form that fills a page: it makes a record, or changes the one that `id` names. */
export function FormPagePlace({ view, params }: { readonly view: FormPageView; readonly params: Params }) {
  const t = useText();
  const { action, needsRecord } = view;
  const isDesigned = usePageDesign() !== undefined;
  const id = needsRecord ? recordIdOf(params) : '';
  const read = useActedOn(view, id);
  if (action.fault !== undefined)
    return (
      <div className="engine-page">
        <PageHeader title={view.page.title} />
        <p role="alert">
          <InlineFault text={action.fault} />
        </p>
      </div>
    );
  // Its fields are designed whether there is a record to fill them or not.
  if (needsRecord && id === '' && !isDesigned)
    return (
      <Notice
        size="page"
        icon={<InboxOutlined aria-hidden="true" />}
        title={t('engine.form.noRecord')}
        detail={t('engine.panorama.noRecordHint')}
      />
    );
  if (read.error !== null) return <FaultBlock error={read.error} onRetry={() => void read.refetch()} size="page" />;
  if (read.target === undefined) return <PageSkeleton label={t('engine.loading')} />;
  // Who comes with something else to start with starts anew.
  return <OpenedPage key={needsRecord ? id : JSON.stringify(params)} view={view} target={read.target} given={params} />;
}

/** What the form acts on. A record that is changed is read by the form itself; another only where the page says how. */
function useActedOn({ page, action, needsRecord }: FormPageView, id: string) {
  const runtime = usePageRuntime();
  const path = page.api.view;
  const isRead = id !== '' && path !== undefined && action.operation?.kind !== 'modify';
  const query = useQuery({
    queryKey: queryKeys.record(page.entity, page.name, path ?? '', id, []),
    queryFn: ({ signal }) => runtime.call<WireRecord>(path ?? '', { id }, { signal }),
    enabled: isRead,
  });
  const record = isRead ? query.data : { id };
  const target: ActionTarget | undefined =
    needsRecord && record !== undefined ? { kind: 'record', record } : needsRecord ? undefined : { kind: 'none' };
  return { target, error: isRead ? query.error : null, refetch: query.refetch };
}

type OpenedPageProps = {
  readonly view: FormPageView;
  readonly target: ActionTarget;
  /** What the address says that texts and references start with. */
  readonly given: Params;
};

function OpenedPage({ view, target, given }: OpenedPageProps) {
  const t = useText();
  const { open } = useEngine();
  const finish = useActionEnd();
  const { action, page } = view;
  const [saves, setSaves] = useState(0);
  const round = useDesignRound(view);
  const leave = page.link === undefined ? undefined : () => open(page.link ?? '', {});
  const use = { action, target };
  const form = useOpenedForm(use, {
    opening: `${saves}${round}`,
    // Once: the next record starts empty.
    ...(saves === 0 ? { given } : {}),
    onDone: (answer, isLeaving) => {
      // Whoever saves on his way elsewhere goes there.
      void finish(isLeaving ? { ...use, action: { ...action, after: [] } } : use, answer);
      setSaves(saves + 1);
      if (!isLeaving) leave?.();
    },
    onUnchanged: () => leave?.(),
  });
  useLeaveGuard(form);
  const isWide = formRows(action.form).length > 0;
  const { loaded } = form;
  if (loaded.error !== null)
    return <FaultBlock error={loaded.error} onRetry={() => void loaded.refetch()} size="page" />;
  return (
    <div className="engine-page">
      <PageHeader title={page.title} />
      <div className={isWide ? 'engine-card engine-form-page engine-form-page-wide' : 'engine-card engine-form-page'}>
        <FormContent form={form} />
        <FormFooter
          arrange={form.arrange}
          saving={form.saving}
          canSubmit={form.session !== undefined}
          submitText={form.mode === 'input' ? t('engine.ok') : t('engine.save')}
          isDanger={false}
          onSubmit={form.submit}
          onClose={leave}
        />
      </div>
    </div>
  );
}

/** Names the form as it is drawn just now while it is designed: every edit opens it anew, where it was. */
function useDesignRound(view: FormPageView): string {
  const isDesigned = usePageDesign() !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one with every other view
  return useMemo(() => (isDesigned ? crypto.randomUUID() : ''), [isDesigned, view]);
}
