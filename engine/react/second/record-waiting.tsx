import { SafetyCertificateOutlined } from '@ant-design/icons';
import type { WireRecord } from '../../model/wire/index.ts';
import { QueryState } from '../faults/query-state.tsx';
import { useText } from '../host/engine-context.tsx';
import './second.css';
import { useWaiting } from './use-waiting.ts';
import { WaitingItem } from './waiting-item.tsx';

type RecordWaitingProps = { readonly entity: string; readonly record: WireRecord };

/** What of a record waits for a second person, above its page; nothing where nothing does. */
export function RecordWaiting({ entity, record }: RecordWaitingProps) {
  const t = useText();
  const query = useWaiting();
  const { data, error } = query;
  const own = data?.filter((request) => request.entity === entity && request.recordId === record.id) ?? [];
  // Whether something waits is not known: that is no nothing.
  const isUnknown = error !== null && data === undefined;
  if (own.length === 0 && !isUnknown) return null;
  return (
    <section className="engine-card engine-record-waiting" aria-label={t('engine.second.title')}>
      <SafetyCertificateOutlined aria-hidden="true" />
      <div>
        <QueryState query={query} waiting={null}>
          {() => own.map((request) => <WaitingItem key={request.id} request={request} />)}
        </QueryState>
      </div>
    </section>
  );
}
