import { PhoneOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { MouseEvent } from 'react';
import type { WireRecord } from '../../model/wire/index.ts';
import { labelOfRecord } from '../calls/record-label.ts';
import { titled } from '../formats/listed.ts';
import { useEngine } from '../host/engine-context.tsx';
import { usePageRuntime } from '../host/page-runtime.ts';
import { whyUndialled } from '../record/masked.ts';
import { valueAt } from '../record/record-path.ts';
import { remainingRecords } from '../record-navigation/navigation-store.ts';

type DialButtonProps = {
  /** Entity of the record; undefined where the value is no number to dial. */
  readonly entity: string | undefined;
  readonly path: string;
  readonly title: string;
  readonly record: WireRecord;
};

/**
 * Calls the number beside it; off, and says why, where the row is not to be called. Not there without a number, or where
 * the user has no telephone.
 */
export function DialButton({ entity, path, title, record }: DialButtonProps) {
  const { dial, user, t } = useEngine();
  const { name: page, bundle } = usePageRuntime();
  const value = valueAt(record, path);
  if (entity === undefined || dial === undefined || typeof value !== 'string' || value === '') return null;
  const reason = whyUndialled(record, path);
  const call = (event: MouseEvent) => {
    // A row may be opened or chosen by a click anywhere in it.
    event.stopPropagation();
    if (reason === undefined)
      dial({ entity, id: record.id, field: path, page, rest: remainingRecords(user.id, entity, record.id) });
  };
  const label = t('engine.dial', { name: labelOfRecord(record, bundle), title });
  if (reason === undefined)
    return (
      <button type="button" className="engine-dial" onClick={call} aria-label={label} title={label}>
        <PhoneOutlined aria-hidden="true" />
      </button>
    );
  return (
    <Tooltip title={reason} trigger={['hover', 'focus']}>
      <button
        type="button"
        className="engine-dial"
        onClick={call}
        aria-label={titled(label, reason)}
        aria-disabled="true"
      >
        <PhoneOutlined aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
