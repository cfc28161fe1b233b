import { PhoneOutlined } from '@ant-design/icons';
import type { MouseEvent } from 'react';
import type { WireRecord } from '../../model/index.ts';
import { labelOfRecord } from '../actions/record-label.ts';
import { useEngine } from '../engine-context.tsx';
import { usePageRuntime } from '../page/page-runtime.ts';
import { valueAt } from '../record-path.ts';
import { restOfTrail } from '../trail/trail-store.ts';

type DialButtonProps = {
  /** Entity of the record; undefined where the value is no number to dial. */
  readonly entity: string | undefined;
  readonly path: string;
  readonly title: string;
  readonly record: WireRecord;
};

/** Calls the number beside it. Not there without a number, or where the user has no telephone. */
export function DialButton({ entity, path, title, record }: DialButtonProps) {
  const { dial, user, t } = useEngine();
  const { name: page, bundle } = usePageRuntime();
  const value = valueAt(record, path);
  if (entity === undefined || dial === undefined || typeof value !== 'string' || value === '') return null;
  const call = (event: MouseEvent) => {
    // A row may be opened or chosen by a click anywhere in it.
    event.stopPropagation();
    dial({ entity, id: record.id, field: path, page, rest: restOfTrail(user.id, entity, record.id) });
  };
  const label = t('engine.dial', { name: labelOfRecord(record, bundle), title });
  return (
    <button type="button" className="engine-dial" onClick={call} aria-label={label} title={label}>
      <PhoneOutlined aria-hidden="true" />
    </button>
  );
}
