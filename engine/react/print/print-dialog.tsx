import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { ApiRefusal, invalidateEntities } from '../../client/index.ts';
import type { PrintAnswer } from '../../model/wire/index.ts';
import { type ActionUse, newIdempotencyKey } from '../calls/action-call.ts';
import { titleFor } from '../calls/record-label.ts';
import { FaultBlock } from '../faults/fault-block.tsx';
import { formatNumber } from '../formats/format.ts';
import { useText } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { heldOpen } from '../parts/held-open.ts';
import { PrintJob } from './print-job.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import './print.css';

type PrintDialogProps = {
  readonly use: ActionUse;
  readonly open: boolean;
  readonly onClose: () => void;
};

/** What will be printed, looked at first; printing gives the numbers, counts and is logged, and opens the browser's dialog. */
export function PrintDialog({ use, open, onClose }: PrintDialogProps) {
  const t = useText();
  const page = usePageRuntime();
  const { action, target } = use;
  const preview = usePreview(use);
  const { answer, fault, isBusy, print } = usePrinting(use);
  const shown = answer ?? preview.data;
  const isPrinted = answer !== undefined;
  const close = () => {
    if (isPrinted) use.onDone?.();
    onClose();
  };
  return (
    <Modal
      open={open}
      onCancel={close}
      {...heldOpen(isBusy)}
      title={titleFor(action.title, target, page.bundle, t)}
      width={880}
      destroyOnHidden
      footer={[
        <Button key="close" disabled={isBusy} onClick={close}>
          {t(isPrinted ? 'engine.close' : 'engine.cancel')}
        </Button>,
        <Button
          key="print"
          type="primary"
          loading={isBusy}
          disabled={shown === undefined}
          onClick={isPrinted ? () => window.print() : print}
        >
          {isPrinted ? t('engine.print.open') : nowWords(shown, t)}
        </Button>,
      ]}
    >
      {fault === undefined ? null : <Alert type="error" showIcon message={fault} role="alert" />}
      {preview.error !== null && shown === undefined ? (
        <FaultBlock error={preview.error} onRetry={() => void preview.refetch()} />
      ) : null}
      {shown === undefined && preview.error === null ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {shown === undefined ? null : (
        <>
          <PrintNote answer={shown} isPrinted={isPrinted} hasNumbers={hasNumbers(use, page)} />
          <SheetPreview answer={shown} isPreview={!isPrinted} />
        </>
      )}
      {answer === undefined ? null : <PrintJob answer={answer} onReady={() => window.print()} />}
    </Modal>
  );
}

/** What the button says: how many there are, once that is known. */
function nowWords(answer: PrintAnswer | undefined, t: ReturnType<typeof useText>): string {
  if (answer === undefined) return t('engine.print.button');
  return t('engine.print.now', { count: formatNumber(answer.sheets.length) });
}

/** What the paper will look like; nothing is given or counted for it. */
function usePreview({ action, target }: ActionUse) {
  const page = usePageRuntime();
  const ids = idsOf(target);
  // Each time it is opened it is asked anew: what was printed meanwhile is printed once more.
  const [opened] = useState(newIdempotencyKey);
  return useQuery({
    queryKey: ['print', page.name, action.api, opened],
    queryFn: ({ signal }) => page.call<PrintAnswer>(action.api ?? '', { ids, preview: true }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Prints once: a repeated press after a lost answer counts nothing twice. */
function usePrinting({ action, target }: ActionUse) {
  const page = usePageRuntime();
  const queries = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const [answer, setAnswer] = useState<PrintAnswer>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const print = useCallback(async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const ids = idsOf(target);
      setAnswer(await page.call<PrintAnswer>(action.api ?? '', { ids }, { idempotencyKey: key }));
      const { operation } = action;
      if (operation !== undefined && operation.kind !== 'dataset') void invalidateEntities(queries, [operation.entity]);
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) setFault(error.message);
    } finally {
      setBusy(false);
    }
  }, [action, target, page, queries, key]);
  return { answer, fault, isBusy, print: () => void print() };
}

function idsOf(target: ActionUse['target']): readonly string[] {
  if (target.kind === 'record') return [target.record.id];
  return target.kind === 'rows' ? target.records.map(({ id }) => id) : [];
}

function hasNumbers({ action: { operation } }: ActionUse, { context }: ReturnType<typeof usePageRuntime>): boolean {
  if (operation?.kind !== 'print') return false;
  return context.entities.get(operation.entity)?.prints?.find(({ key }) => key === operation.key)?.number !== undefined;
}

type NoteProps = { readonly answer: PrintAnswer; readonly isPrinted: boolean; readonly hasNumbers: boolean };

/** How many are printed once more, when numbers are given, and what to do where nothing came out. */
function PrintNote({ answer, isPrinted, hasNumbers }: NoteProps) {
  const t = useText();
  const again = answer.sheets.filter(({ times }) => times > 1).length;
  const words = [
    ...(again > 0 ? [t('engine.print.againNote', { count: formatNumber(again) })] : []),
    ...(hasNumbers && !isPrinted && answer.sheets.some(({ number }) => number === null)
      ? [t('engine.print.numberNote')]
      : []),
    ...(isPrinted ? [t('engine.print.doneNote')] : []),
  ];
  return words.length === 0 ? null : <p className="engine-print-note">{words.join('')}</p>;
}
