import { Mentions } from 'antd';
import { useState } from 'react';
import type { InputProps } from '../../fields/renderer/field-renderer.ts';
import { idsOf } from '../../fields/renderer/ids-of.ts';
import { usePickerRows } from '../../fields/use-picker.ts';
import { useText } from '../../host/engine-context.tsx';
import { useFormParts } from '../session/form-parts.tsx';

/** Several lines in which @ offers colleagues; whoever is chosen is kept beside the text. */
export function MentionInput(props: InputProps) {
  const kept = props.field.mentions ?? '';
  const t = useText();
  const { session } = useFormParts();
  const [keyword, setKeyword] = useState<string>();
  const entity = session.fields.get(kept)?.field.ref ?? '';
  const rows = usePickerRows(entity, keyword ?? '', { enabled: keyword !== undefined });
  const value = typeof props.value === 'string' ? props.value : '';
  const { maxLength = 2000 } = props.field;
  const count = [...value].length;
  return (
    <div className="engine-mentions">
      <Mentions
        id={props.id}
        value={value}
        rows={4}
        disabled={props.disabled}
        placeholder={props.placeholder ?? t('engine.mention.placeholder')}
        loading={rows.isFetching}
        notFoundContent={rows.error?.message ?? t('engine.mention.nobody')}
        filterOption={false}
        options={rows.list.map(({ id, label }) => ({ key: id, value: label, label }))}
        onSearch={setKeyword}
        onChange={(text) => props.onChange(text)}
        onBlur={props.onBlur}
        onSelect={({ key }) => {
          const ids = idsOf(session.values()[kept]);
          // A form without that field has nowhere to keep whom it mentions.
          if (key !== undefined && session.fields.has(kept) && !ids.includes(key)) session.edit(kept, [...ids, key]);
        }}
      />
      <span className={count > maxLength ? 'engine-mentions-over' : 'engine-quiet'}>
        {count} / {maxLength}
      </span>
    </div>
  );
}
