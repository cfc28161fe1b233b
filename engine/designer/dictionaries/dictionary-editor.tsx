import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Select } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { titleOfValue } from '../../model/design/index.ts';
import { faultMessage } from '../../model/faults/index.ts';
import { sameJson } from '../../model/layers/index.ts';
import { sentences, titled, useEngine } from '../../react/index.ts';
import { useFieldsText } from '../texts/use-fields-text.ts';
import type { DictionaryRow, DictionaryValueRow } from './dictionary-wire.ts';
import { freshKey, mergedValues } from './merged-values.ts';

const tones = ['default', 'blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold', 'gray'];

type EditorProps = {
  readonly row: DictionaryRow;
  /** Reads it anew, after it was saved or was not because somebody else changed it. */
  readonly onRenew: () => Promise<void>;
};

/** The choices of a dictionary: their names, colours and order; further ones, and those that are chosen no more. */
export function DictionaryEditor({ row, onRenew }: EditorProps) {
  const t = useFieldsText();
  const { values, setValues, isMerged } = useValues(row);
  const { save, isSending, refusal } = useSaving(row, onRenew);
  const isChanged = !sameJson(values, row.values);
  const change = (index: number, more: Partial<DictionaryValueRow>) =>
    setValues(values.map((value, at) => (at === index ? { ...value, ...more } : value)));
  return (
    <>
      {row.isFixed ? <p className="engine-quiet">{t('designer.dictionary.fixed')}</p> : null}
      {refusal === undefined ? null : (
        <Alert
          type="error"
          showIcon
          message={refusal.message}
          description={sentences((refusal.faults ?? []).map((fault) => faultMessage(fault))) || undefined}
        />
      )}
      {isMerged && isChanged ? <Alert type="info" showIcon message={t('designer.dictionary.merged')} /> : null}
      <ul aria-label={t('designer.dictionary.values')}>
        {values.map((value, index) => (
          <ValueLine
            key={value.key}
            value={value}
            isFixed={row.isFixed}
            isFirst={index === 0}
            isLast={index === values.length - 1}
            onChange={(more) => change(index, more)}
            onMove={(by) => setValues(moved(values, index, by))}
          />
        ))}
      </ul>
      <div className="custom-fields-head">
        {row.isFixed ? null : (
          <Button onClick={() => setValues([...values, { key: freshKey(values), title: '', tone: 'default' }])}>
            {t('designer.dictionary.add')}
          </Button>
        )}
        <Button
          type="primary"
          loading={isSending}
          disabled={!isChanged || values.some(({ title }) => title.trim() === '')}
          onClick={() => save(values)}
        >
          {t('designer.save')}
        </Button>
        {isChanged ? <Button onClick={() => setValues(row.values)}>{t('designer.revert')}</Button> : null}
      </div>
    </>
  );
}

type Edited = {
  readonly row: DictionaryRow;
  readonly values: readonly DictionaryValueRow[];
  /** Whether somebody else changed it while it was edited. */
  readonly isMerged: boolean;
};

/** What somebody makes of the choices, over whatever another one makes of them meanwhile. */
function useValues(row: DictionaryRow) {
  const [edited, setEdited] = useState<Edited>({ row, values: row.values, isMerged: false });
  let now = edited;
  if (edited.row !== row) {
    const isOwn = sameJson(edited.values, edited.row.values) || sameJson(edited.values, row.values);
    const values = mergedValues(edited.row.values, edited.values, row.values);
    now = { row, values, isMerged: edited.row.version !== row.version && !isOwn };
    setEdited(now);
  }
  const { values, isMerged } = now;
  return { values, isMerged, setValues: (next: Edited['values']) => setEdited({ ...now, values: next }) };
}

function useSaving({ name, title, version }: DictionaryRow, onRenew: EditorProps['onRenew']) {
  const { client } = useEngine();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const save = (values: readonly DictionaryValueRow[]) => {
    setSending(true);
    setRefusal(undefined);
    client
      .callAt('/v1/design/dictionary/save', { name, title, version, values }, { quiet: true })
      .then(onRenew, (error: unknown) => {
        if (!(error instanceof ApiRefusal)) throw error;
        setRefusal(error);
        return onRenew();
      })
      .finally(() => setSending(false));
  };
  return { save, isSending, refusal };
}

function moved(values: readonly DictionaryValueRow[], index: number, by: number): readonly DictionaryValueRow[] {
  const value = values[index];
  if (value === undefined) return values;
  const others = values.filter((_, at) => at !== index);
  return [...others.slice(0, index + by), value, ...others.slice(index + by)];
}

type LineProps = {
  readonly value: DictionaryValueRow;
  readonly isFixed: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (more: Partial<DictionaryValueRow>) => void;
  readonly onMove: (by: 1 | -1) => void;
};

function ValueLine({ value, isFixed, isFirst, isLast, onChange, onMove }: LineProps) {
  const t = useFieldsText();
  const { key, title, tone = 'default', disabled = false } = value;
  const named = title === '' ? t('designer.dictionary.new') : title;
  const toggle = disabled ? t('designer.restore') : t('designer.retire');
  return (
    <li className="engine-card">
      <Input
        className="dictionary-title"
        aria-label={titled(t('designer.fields.name'), key)}
        value={title}
        maxLength={100}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <Select
        className="dictionary-tone"
        aria-label={titled(t('designer.dictionary.colour'), named)}
        value={tone}
        options={tones.map((one) => ({ value: one, label: titleOfValue('tone', [], one) ?? one }))}
        onChange={(chosen: string) => onChange({ tone: chosen })}
      />
      <span className={`engine-tag engine-tone-${tone}`}>{named}</span>
      {disabled ? <span className="engine-quiet">{t('designer.dictionary.disabled')}</span> : null}
      <span>
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          aria-label={titled(t('designer.dictionary.up'), named)}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          aria-label={titled(t('designer.dictionary.down'), named)}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        {isFixed ? null : (
          <Button
            type="link"
            size="small"
            aria-label={titled(toggle, named)}
            onClick={() => onChange({ disabled: !disabled })}
          >
            {toggle}
          </Button>
        )}
      </span>
    </li>
  );
}
