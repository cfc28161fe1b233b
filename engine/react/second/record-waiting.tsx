import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { WireRecord } from '../../model/wire/index.ts';
import { useText } from '../host/engine-context.tsx';
import './second.css';
import { useWaiting } from './use-waiting.ts';
import { WaitingItem } from './waiting-item.tsx';

/** What of a record waits for a second person, above its page; nothing where nothing does. */
export function RecordWaiting({ entity, record }: { readonly entity: string; readonly record: WireRecord }) {
  const t = useText();
  const { data = [] } = useWaiting();
  const own = data.filter((request) => request.entity === entity && request.recordId === record.id);
  if (own.length === 0) return null;
  return (
    <section className="engine-card engine-record-waiting" aria-label={t('engine.second.title')}>
      <SafetyCertificateOutlined aria-hidden="true" />
      <div>
        {own.map((request) => (
          <WaitingItem key={request.id} request={request} />
        ))}
      </div>
    </section>
  );
}
