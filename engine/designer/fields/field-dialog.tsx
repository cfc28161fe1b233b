import { Alert, Checkbox, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ApiRefusal } from '../../client/index.ts';
import { titleOfValue } from '../../model/design/index.ts';
import { type Fault, faultMessage } from '../../model/faults/index.ts';
import type { JsonObject } from '../../model/json/index.ts';
import { mergeDocuments } from '../../model/layers/index.ts';
import { heldOpen, sentences, useEngine } from '../../react/index.ts';
import { useFieldsText } from '../texts/use-fields-text.ts';
import { Amount } from './amount.tsx';
import { DefaultInput } from './default-input.tsx';
import { customTypes, fieldOf, keptDefault, settingsOf, typedDefault } from './field-draft.ts';
import type { CustomEntity, CustomFieldRow, CustomFields } from './field-wire.ts';
import './fields.css';

type FieldDialogProps = {
  readonly entity: CustomEntity;
  readonly around: Pick<CustomFields, 'dictionaries' | 'references'>;
  /** The field that is changed; absent where a new one is made. */
  readonly row?: CustomFieldRow | undefined;
  readonly onSaved: () => void;
  /** Told that it was not saved: somebody else may have changed it. */
  readonly onRefused?: () => void;
  readonly onClose: () => void;
};

const masks = ['mobile', 'idcard', 'email', 'wechat', 'bankcard', 'address', 'text'];

type Draft = Readonly<Record<string, unknown>> & {
  readonly key: string;
  readonly title: string;
  readonly type: string;
};

/** Makes a field, or changes one: what is wrong is told at its place, and nothing is made. */
export function FieldDialog({ entity, around, row, onSaved, onRefused, onClose }: FieldDialogProps) {
  const t = useFieldsText();
  const { draft, typed, setDraft, setTyped } = useDraft(entity, row);
  const { save, isSending, refusal } = useSaving(entity, row, onSaved, onRefused);
  const faults = (refusal?.faults ?? []).map((fault) => ({ ...fault, pointer: fault.pointer.replace(/^\/field/, '') }));
  const set = (more: JsonObject) => {
    setDraft({ ...draft, ...more });
    // What it began with was a value of what it held before.
    if ('type' in more || 'dictionary' in more) setTyped('');
  };
  const field = fieldOf({ ...draft, defaultValue: keptDefault(draft.type, typed) });
  return (
    <Modal
      open
      centered
      title={
        row === undefined
          ? t('designer.fields.newFor', { title: entity.title })
          : t('designer.fields.changeOf', { title: row.title })
      }
      okText={t('designer.save')}
      cancelText={t('designer.cancel')}
      {...heldOpen(isSending)}
      okButtonProps={{ disabled: draft.title.trim() === '' }}
      onOk={() => save(field)}
      onCancel={onClose}
    >
      {refusal === undefined ? null : <Refused refusal={refusal} faults={faults} />}
      <Form layout="vertical" className="custom-field-form">
        <Basics draft={draft} isNew={row === undefined} around={around} faults={faults} onSet={set} />
        <Rules
          draft={draft}
          isNew={row === undefined}
          around={around}
          typed={typed}
          faults={faults}
          onSet={set}
          onTyped={setTyped}
        />
      </Form>
    </Modal>
  );
}

/** What somebody makes of a field, over whatever another one makes of it meanwhile: where both differ, it is his. */
function useDraft(entity: CustomEntity, row: CustomFieldRow | undefined) {
  const [draft, setDraft] = useState<Draft>(() =>
    row === undefined ? { key: freshKey(entity), title: '', type: 'string' } : { ...row.field },
  );
  const [typed, setTyped] = useState(() => (row === undefined ? '' : typedDefault(row.field)));
  const [base, setBase] = useState(row);
  if (row !== undefined && base !== undefined && row !== base) {
    setBase(row);
    setDraft({ ...draft, ...mergeDocuments({ ...base.field }, { ...row.field }, draft).document });
    if (typed === typedDefault(base.field)) setTyped(typedDefault(row.field));
  }
  return { draft, typed, setDraft, setTyped };
}

function useSaving(
  entity: CustomEntity,
  row: CustomFieldRow | undefined,
  onSaved: () => void,
  onRefused: (() => void) | undefined,
) {
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
        onRefused?.();
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
      description={sentences(elsewhere.map((fault) => faultMessage(fault))) || undefined}
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
  const t = useFieldsText();
  const titled = (list: CustomFields['references']) => list.map(({ name, title }) => ({ value: name, label: title }));
  return (
    <>
      <Form.Item label={t('designer.fields.name')} required {...atPlace(faults, '/title')}>
        <Input
          aria-label={t('designer.fields.name')}
          value={draft.title}
          maxLength={100}
          onChange={(event) => onSet({ title: event.target.value })}
        />
      </Form.Item>
      <Form.Item label={t('designer.fields.type')} {...atPlace(faults, '/type')}>
        <Select
          aria-label={t('designer.fields.type')}
          value={draft.type}
          disabled={!isNew}
          options={customTypes.map((type) => ({ value: type, label: titleOfValue('type', [], type) ?? type }))}
          onChange={(type: string) => onSet({ type })}
        />
      </Form.Item>
      {draft.type === 'enum' ? (
        <Form.Item label={t('designer.fields.dictionary')} required {...atPlace(faults, '/dictionary')}>
          <Select
            aria-label={t('designer.fields.dictionary')}
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
        <Form.Item label={t('designer.fields.reference')} required {...atPlace(faults, '/ref')}>
          <Select
            aria-label={t('designer.fields.reference')}
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
        <Form.Item label={t('designer.fields.key')} extra={t('designer.fields.keyHint')} {...atPlace(faults, '/key')}>
          <Input
            aria-label={t('designer.fields.key')}
            value={draft.key}
            maxLength={40}
            onChange={(event) => onSet({ key: event.target.value })}
          />
        </Form.Item>
      ) : null}
    </>
  );
}

type RulesProps = PartProps &
  Pick<FieldDialogProps, 'around'> & { readonly typed: string; readonly onTyped: (typed: string) => void };

/** What it must hold, how it is found and shown. */
function Rules(props: RulesProps) {
  const { draft, isNew, around, typed, faults, onSet, onTyped } = props;
  const t = useFieldsText();
  const can = settingsOf(draft.type, typeof draft.mask === 'string');
  const check = (name: string, label: string) => (
    <Checkbox checked={draft[name] === true} onChange={(event) => onSet({ [name]: event.target.checked })}>
      {label}
    </Checkbox>
  );
  return (
    <>
      <div className="custom-field-checks">
        <Form.Item {...atPlace(faults, '/required')}>{check('required', t('designer.fields.is.required'))}</Form.Item>
        {can.canBeUnique ? (
          <Form.Item {...atPlace(faults, '/unique')}>{check('unique', t('designer.fields.is.unique'))}</Form.Item>
        ) : null}
        {can.canBeSearched ? <Form.Item>{check('searchable', t('designer.fields.searchable'))}</Form.Item> : null}
        {can.canBeSorted ? <Form.Item>{check('sortable', t('designer.fields.sortable'))}</Form.Item> : null}
      </div>
      {can.hasLength ? (
        <Form.Item label={t('designer.fields.maxLength')} {...atPlace(faults, '/maxLength')}>
          <Amount
            label={t('designer.fields.maxLength')}
            value={draft.maxLength}
            onChange={(maxLength) => onSet({ maxLength })}
          />
        </Form.Item>
      ) : null}
      {can.hasDefault ? (
        <Form.Item
          label={t('designer.fields.default')}
          extra={isNew ? t('designer.fields.defaultHint') : undefined}
          {...atPlace(faults, '/defaultValue')}
        >
          <DefaultInput
            type={draft.type}
            dictionary={draft.dictionary}
            dictionaries={around.dictionaries}
            typed={typed}
            onTyped={onTyped}
          />
        </Form.Item>
      ) : null}
      {can.canBeMasked ? (
        <Form.Item label={t('designer.fields.mask')} extra={t('designer.fields.maskHint')}>
          <Select
            aria-label={t('designer.fields.mask')}
            allowClear
            disabled={!isNew}
            placeholder={t('designer.fields.noMask')}
            value={draft.mask}
            options={masks.map((mask) => ({ value: mask, label: titleOfValue('mask', [], mask) ?? mask }))}
            onChange={(mask: unknown) => onSet({ mask, sortable: false })}
          />
        </Form.Item>
      ) : null}
      <Form.Item label={t('designer.fields.help')}>
        <Input
          aria-label={t('designer.fields.help')}
          value={String(draft.help ?? '')}
          maxLength={200}
          onChange={(event) => onSet({ help: event.target.value })}
        />
      </Form.Item>
    </>
  );
}
