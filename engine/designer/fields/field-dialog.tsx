import { Alert, Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { titleOfValue } from '../../model/design/index.ts';
import { type Fault, faultMessage } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { useEngine } from '../../react/index.ts';
import { customTypes, fieldOf, keptDefault, settingsOf, typedDefault } from './field-draft.ts';
import type { CustomEntity, CustomFieldRow, CustomFields } from './field-wire.ts';
import './fields.css';

type FieldDialogProps = {
  readonly entity: CustomEntity;
  readonly around: Pick<CustomFields, 'dictionaries' | 'references'>;
  /** The field that is changed; absent where a new one is made. */
  readonly row?: CustomFieldRow | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

const masks = ['mobile', 'idcard', 'email', 'wechat', 'bankcard', 'address', 'text'];

type Draft = Readonly<Record<string, unknown>> & {
  readonly key: string;
  readonly title: string;
  readonly type: string;
};

/** Makes a field, or changes one: what is wrong is told at its place, and nothing is made. */
export function FieldDialog({ entity, around, row, onSaved, onClose }: FieldDialogProps) {
  const [draft, setDraft] = useState<Draft>(() =>
    row === undefined ? { key: freshKey(entity), title: '', type: 'string' } : { ...row.field },
  );
  const [typed, setTyped] = useState(() => (row === undefined ? '' : typedDefault(row.field)));
  const { save, isSending, refusal } = useSaving(entity, row, onSaved);
  const faults = (refusal?.faults ?? []).map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/field/, '') }));
  const set = (more: JsonObject) => setDraft({ ...draft, ...more });
  const field = fieldOf({ ...draft, defaultValue: keptDefault(draft.type, typed) });
  return (
    <Modal
      open
      centered
      title={row === undefined ? `新增字段：${entity.title}` : `修改字段：${row.title}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={isSending}
      okButtonProps={{ disabled: draft.title.trim() === '' }}
      onOk={() => save(field)}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Refused refusal={refusal} faults={faults} />}
      <Form layout="vertical" className="custom-field-form">
        <Basics draft={draft} isNew={row === undefined} around={around} faults={faults} onSet={set} />
        <Rules draft={draft} isNew={row === undefined} typed={typed} faults={faults} onSet={set} onTyped={setTyped} />
      </Form>
    </Modal>
  );
}

function useSaving(entity: CustomEntity, row: CustomFieldRow | undefined, onSaved: () => void) {
  const { client } = useEngine();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<ApiRefusal>();
  const save = (field: JsonObject) => {
    setSending(true);
    setRefusal(undefined);
    const place = { entity: entity.name, field };
    const call =
      row === undefined
        ? client.callAt('/v1/design/field/create', place, { quiet: true })
        : client.callAt('/v1/design/field/modify', { ...place, key: row.key, version: row.version }, { quiet: true });
    call
      .then(onSaved, (error: unknown) => {
        if (!(error instanceof ApiRefusal)) throw error;
        setRefusal(error);
      })
      .finally(() => setSending(false));
  };
  return { save, isSending, refusal };
}

/** A key nobody has yet; whoever wants another one types it. */
function freshKey({ fields }: CustomEntity): string {
  let number = fields.length + 1;
  while (fields.some(({ key }) => key === `xField${number}`)) number += 1;
  return `xField${number}`;
}

const shownAt = new Set(['/key', '/title', '/type', '/dictionary', '/ref', '/required', '/unique', '/defaultValue']);

function Refused({ refusal, faults }: { readonly refusal: ApiRefusal; readonly faults: readonly Fault[] }) {
  const elsewhere = faults.filter(({ pointer }) => !shownAt.has(pointer));
  return (
    <Alert
      type="error"
      showIcon
      message={refusal.message}
      description={elsewhere.map((fault) => faultMessage(fault)).join('；') || undefined}
    />
  );
}

type PartProps = {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly faults: readonly Fault[];
  readonly onSet: (more: JsonObject) => void;
};

function atPlace(faults: readonly Fault[], pointer: string) {
  const fault = faults.find((one) => one.pointer === pointer);
  return fault === undefined ? {} : { validateStatus: 'error' as const, help: faultMessage(fault) };
}

/** What it is called, and what it holds; of a field that is there the type stays. */
function Basics({ draft, isNew, around, faults, onSet }: PartProps & Pick<FieldDialogProps, 'around'>) {
  const titled = (list: CustomFields['references']) => list.map(({ name, title }) => ({ value: name, label: title }));
  return (
    <>
      <Form.Item label="名称" required {...atPlace(faults, '/title')}>
        <Input
          aria-label="名称"
          value={draft.title}
          maxLength={100}
          onChange={(event) => onSet({ title: event.target.value })}
        />
      </Form.Item>
      <Form.Item label="字段类型" {...atPlace(faults, '/type')}>
        <Select
          aria-label="字段类型"
          value={draft.type}
          disabled={!isNew}
          options={customTypes.map((type) => ({ value: type, label: titleOfValue('type', [], type) ?? type }))}
          onChange={(type: string) => onSet({ type })}
        />
      </Form.Item>
      {draft.type === 'enum' ? (
        <Form.Item label="字典" required {...atPlace(faults, '/dictionary')}>
          <Select
            aria-label="字典"
            showSearch
            optionFilterProp="label"
            disabled={!isNew}
            value={draft.dictionary}
            options={titled(around.dictionaries)}
            onChange={(dictionary: unknown) => onSet({ dictionary })}
          />
        </Form.Item>
      ) : null}
      {draft.type === 'ref' || draft.type === 'refs' ? (
        <Form.Item label="引用的资料" required {...atPlace(faults, '/ref')}>
          <Select
            aria-label="引用的资料"
            showSearch
            optionFilterProp="label"
            disabled={!isNew}
            value={draft.ref}
            options={titled(around.references)}
            onChange={(ref: unknown) => onSet({ ref })}
          />
        </Form.Item>
      ) : null}
      {isNew ? (
        <Form.Item
          label="键"
          extra="接口与导入里的名称，保存后不能改：以 x 与一个大写字母开头"
          {...atPlace(faults, '/key')}
        >
          <Input
            aria-label="键"
            value={draft.key}
            maxLength={40}
            onChange={(event) => onSet({ key: event.target.value })}
          />
        </Form.Item>
      ) : null}
    </>
  );
}

/** What it must hold, how it is found and shown. */
function Rules(props: PartProps & { readonly typed: string; readonly onTyped: (typed: string) => void }) {
  const { draft, isNew, typed, faults, onSet, onTyped } = props;
  const can = settingsOf(draft.type, typeof draft.mask === 'string');
  const check = (name: string, label: string) => (
    <Checkbox checked={draft[name] === true} onChange={(event) => onSet({ [name]: event.target.checked })}>
      {label}
    </Checkbox>
  );
  return (
    <>
      <div className="custom-field-checks">
        <Form.Item {...atPlace(faults, '/required')}>{check('required', '必填')}</Form.Item>
        {can.canBeUnique ? <Form.Item {...atPlace(faults, '/unique')}>{check('unique', '不能重复')}</Form.Item> : null}
        {can.canBeSearched ? <Form.Item>{check('searchable', '可以用关键字搜索')}</Form.Item> : null}
        {can.canBeSorted ? <Form.Item>{check('sortable', '可以排序')}</Form.Item> : null}
      </div>
      {can.hasLength ? (
        <Form.Item label="最多字数" {...atPlace(faults, '/maxLength')}>
          <Amount label="最多字数" value={draft.maxLength} onChange={(maxLength) => onSet({ maxLength })} />
        </Form.Item>
      ) : null}
      {can.hasDefault ? (
        <Form.Item
          label="缺省值"
          extra={isNew ? '已有的记录也得到它' : undefined}
          {...atPlace(faults, '/defaultValue')}
        >
          <Input aria-label="缺省值" value={typed} onChange={(event) => onTyped(event.target.value)} />
        </Form.Item>
      ) : null}
      {can.canBeMasked ? (
        <Form.Item label="遮盖" extra="加密存放，按脱敏设置显示">
          <Select
            aria-label="遮盖"
            allowClear
            disabled={!isNew}
            placeholder="不遮盖"
            value={draft.mask}
            options={masks.map((mask) => ({ value: mask, label: titleOfValue('mask', [], mask) ?? mask }))}
            onChange={(mask: unknown) => onSet({ mask, sortable: false })}
          />
        </Form.Item>
      ) : null}
      <Form.Item label="填写说明">
        <Input
          aria-label="填写说明"
          value={String(draft.help ?? '')}
          maxLength={200}
          onChange={(event) => onSet({ help: event.target.value })}
        />
      </Form.Item>
    </>
  );
}

type AmountProps = {
  readonly label: string;
  readonly value: unknown;
  readonly onChange: (value: number | null) => void;
};

function Amount({ label, value, onChange }: AmountProps) {
  return (
    <InputNumber
      aria-label={label}
      min={1}
      value={typeof value === 'number' ? value : null}
      onChange={(given) => onChange(typeof given === 'number' ? given : null)}
    />
  );
}
