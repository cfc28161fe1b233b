import { ClockCircleOutlined, LockOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import type { EntityQueue } from '../../model/documents/index.ts';
import type { EntityModel } from '../../model/entity/index.ts';
import type { WireRecord } from '../../model/wire/index.ts';
import { refusalWords } from '../calls/refusal-words.ts';
import { formatMoment } from '../formats/time.ts';
import { useText } from '../host/engine-context.tsx';
import './queue.css';
import { useQueueHold } from './use-queue-hold.ts';

type Props = { readonly entity: EntityModel; readonly queue: EntityQueue; readonly record: WireRecord };

/** For whom a queue keeps the record, and until when; nothing where nobody has it. */
export function QueueHoldNote({ entity, queue, record }: Props) {
  const t = useText();
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const hold = useQueueHold(entity, queue, record);
  if (hold === undefined) return null;
  const moment = formatMoment(hold.until)?.slice(-5) ?? '';
  const release = async () => {
    setBusy(true);
    try {
      await hold.release();
      message.success(t('engine.queue.released'));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (!error.endsSession) message.error(refusalWords(error, t));
    } finally {
      setBusy(false);
    }
  };
  if (!hold.isMine)
    return (
      <section
        className="engine-card engine-record-queue engine-record-queue-other"
        aria-label={t('engine.queue.title')}
      >
        <LockOutlined aria-hidden="true" />
        <span>
          {t('engine.queue.theirs', {
            name: hold.name === undefined ? t('engine.queue.somebody') : `${hold.name} `,
            moment,
          })}
        </span>
      </section>
    );
  return (
    <section className="engine-card engine-record-queue" aria-label={t('engine.queue.title')}>
      <ClockCircleOutlined aria-hidden="true" />
      <span>{t('engine.queue.mine', { moment })}</span>
      <Button size="small" loading={isBusy} onClick={() => void release()}>
        {t('engine.queue.release')}
      </Button>
    </section>
  );
}
