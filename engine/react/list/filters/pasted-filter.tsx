import { CloseOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Popover, Space } from 'antd';
import { useState } from 'react';
import type { FilterView } from '../../../model/view/index.ts';
import { operatorsOf } from '../../conditions/operators.ts';
import { ValuesArea } from '../../conditions/values-area.tsx';
import type { FilterValue } from '../../fields/renderer/field-renderer.ts';
import { formatNumber } from '../../formats/format.ts';
import { titled } from '../../formats/listed.ts';
import { useText } from '../../host/engine-context.tsx';

type PastedFilterProps = {
  readonly id: string;
  readonly filter: FilterView;
  readonly values: readonly unknown[];
  /** The text as it was pasted, while it is known. */
  readonly pasted: string | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
};

/** A list of values in the place of the field's own filter: how many, and all of them to be changed. */
export function PastedFilter({ id, filter, values, pasted, onChange }: PastedFilterProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const words = t('engine.values.one', { count: formatNumber(values.length) });
  const canBeText = pasted !== undefined && operatorsOf(filter.field).includes('contains');
  const content = (
    <div className="engine-values-popover">
      <ValuesArea
        title={filter.title}
        field={filter.field}
        values={values}
        onChange={(next) => onChange(next.length === 0 ? undefined : { op: 'in', value: next })}
      />
      {canBeText ? (
        <Button size="small" type="link" onClick={() => onChange({ op: 'contains', value: pasted.trim() })}>
          {t('engine.values.asText')}
        </Button>
      ) : null}
    </div>
  );
  return (
    <Space.Compact block>
      <Popover trigger="click" placement="bottom" open={isOpen} onOpenChange={setOpen} content={content}>
        {/* Its label names the field only; how many values there are is heard, too. */}
        <Button
          id={id}
          className="engine-pasted"
          icon={<UnorderedListOutlined aria-hidden="true" />}
          aria-label={titled(filter.title, words)}
        >
          {words}
        </Button>
      </Popover>
      <Button
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={t('engine.values.clear', { title: filter.title })}
        onClick={() => onChange(undefined)}
      />
    </Space.Compact>
  );
}
