import { Input } from 'antd';
import { useState } from 'react';
import type { EntityField } from '../../model/documents/index.ts';
import { formatNumber } from '../formats/format.ts';
import { useText } from '../host/engine-context.tsx';
import { maxValues, type PastedValues, pastedValues, writtenValue } from './pasted-values.ts';
import './conditions.css';

type ValuesAreaProps = {
  readonly id?: string;
  readonly title: string;
  readonly field: EntityField;
  readonly values: readonly unknown[];
  readonly onChange: (values: readonly (string | number)[]) => void;
  readonly rows?: number;
};

/** Many values, one a line, to be typed or pasted; what is none is said. */
export function ValuesArea({ id, title, field, values, onChange, rows = 8 }: ValuesAreaProps) {
  const t = useText();
  const written = values.map((value) => writtenValue(value, field)).join('\n');
  const [text, setText] = useState(written);
  const read = pastedValues(text, field);
  const isOld = read.values.map((value) => writtenValue(value, field)).join('\n') !== written;
  const shown = isOld ? written : text;
  return (
    <div className="engine-values">
      <Input.TextArea
        {...(id === undefined ? {} : { id })}
        aria-label={title}
        rows={rows}
        placeholder={t('engine.values.hint')}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          onChange(pastedValues(event.target.value, field).values);
        }}
      />
      <p role="status">
        <ReadWords read={isOld ? pastedValues(shown, field) : read} />
      </p>
    </div>
  );
}

function ReadWords({ read }: { readonly read: PastedValues }) {
  const t = useText();
  return (
    <>
      <span className="engine-quiet">{t('engine.values.count', { count: formatNumber(read.values.length) })}</span>
      {read.unread.length === 0 ? null : (
        <span className="engine-values-fault">
          {t('engine.values.unread', { count: read.unread.length, first: read.unread[0] ?? '' })}
        </span>
      )}
      {read.left === 0 ? null : (
        <span className="engine-values-fault">
          {t('engine.values.left', { most: formatNumber(maxValues), left: formatNumber(read.left) })}
        </span>
      )}
    </>
  );
}
