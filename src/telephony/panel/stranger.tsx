import { Alert, Button, ConfigProvider, Input, Select } from 'antd';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useText } from '../../locales/i18n.ts';
import type { CallMemo, StrangerDraft } from '../phone/call-memo.ts';
import type { Call, CallStatus } from '../phone/phone-state.ts';
import { isInside } from './call-view.tsx';
import { useNoteSave } from './use-after-call.ts';

/** What somebody unknown may be registered as. */
export type StrangerKind = 'lead' | 'customer';

/** Somebody unknown as he is registered; his number stays with the server, which takes it from the call. */
export type Stranger = {
  readonly callId: string;
  readonly name: string;
  readonly projectId: string;
  readonly channelId: string;
  readonly note?: string;
};

/** A record by its name. */
export type NamedRow = { readonly id: string; readonly name: string };

/** The projects or channels that are in use. */
export type LookUp = (entity: 'project' | 'channel') => Promise<readonly NamedRow[]>;

type Props = {
  readonly callId: string;
  readonly kind: StrangerKind;
  readonly notes: CallMemo;
  readonly onRegister: (kind: StrangerKind, stranger: Stranger) => Promise<unknown>;
  readonly onLookUp: LookUp;
  readonly onDone: () => void;
};

/** The call of somebody nobody knows is over: who it was and a word about it, with the number carried over. */
export function StrangerForm({ callId, kind, notes, onRegister, onLookUp, onDone }: Props) {
  const t = useText();
  const id = useId();
  const [form, setForm] = useState<StrangerDraft>(() =>
    notes.stranger?.callId === callId ? notes.stranger : emptyStranger(callId),
  );
  const { isSaving, refusal } = useNoteSave(notes, callId);
  useEffect(() => {
    notes.stranger = form;
  }, [notes, form]);
  const { name, projectId, channelId, note } = form;
  const change = (part: Partial<StrangerDraft>) => setForm((before) => ({ ...before, ...part }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || projectId === undefined || channelId === undefined)
      return notes.refuse(callId, t('phone.strangerMissing'));
    const more = note.trim() === '' ? {} : { note: note.trim() };
    const stranger = { callId, name: name.trim(), projectId, channelId, ...more };
    await notes.save(callId, () => onRegister(kind, stranger), onDone);
  };
  return (
    <form className="phone-after" onSubmit={(event) => void save(event)}>
      <p className="engine-quiet">{t('phone.carried')}</p>
      {refusal === undefined ? null : <Alert type="error" showIcon role="alert" message={refusal} />}
      <ConfigProvider componentDisabled={isSaving}>
        <label htmlFor={`${id}name`}>{t('phone.strangerName')}</label>
        <Input
          id={`${id}name`}
          value={name}
          maxLength={50}
          onChange={(event) => change({ name: event.target.value })}
        />
        <label htmlFor={`${id}project`}>{t('phone.strangerProject')}</label>
        <Choice
          id={`${id}project`}
          entity="project"
          value={projectId}
          onLookUp={onLookUp}
          onChange={(chosen) => change({ projectId: chosen })}
        />
        <label htmlFor={`${id}channel`}>{t('phone.strangerChannel')}</label>
        <Choice
          id={`${id}channel`}
          entity="channel"
          value={channelId}
          onLookUp={onLookUp}
          onChange={(chosen) => change({ channelId: chosen })}
        />
        <Input.TextArea
          value={note}
          maxLength={1000}
          rows={2}
          aria-label={t('phone.note')}
          placeholder={t('phone.note')}
          onChange={(event) => change({ note: event.target.value })}
        />
        <div className="phone-after-end">
          <Button onClick={onDone}>{t('phone.skip')}</Button>
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {t(kind === 'lead' ? 'phone.newLead' : 'phone.newCustomer')}
          </Button>
        </div>
      </ConfigProvider>
    </form>
  );
}

function emptyStranger(callId: string): StrangerDraft {
  return { callId, name: '', projectId: undefined, channelId: undefined, note: '' };
}

type ChoiceProps = {
  readonly id: string;
  readonly entity: 'project' | 'channel';
  readonly value: string | undefined;
  readonly onLookUp: LookUp;
  readonly onChange: (id: string) => void;
};

/** One of the projects or channels in use; there are few enough to be searched here. */
function Choice({ id, entity, value, onLookUp, onChange }: ChoiceProps) {
  const [rows, setRows] = useState<readonly NamedRow[]>();
  useEffect(() => {
    let isOver = false;
    onLookUp(entity).then(
      (found) => isOver || setRows(found),
      () => isOver || setRows([]),
    );
    return () => {
      isOver = true;
    };
  }, [entity, onLookUp]);
  return (
    <Select
      id={id}
      showSearch
      optionFilterProp="label"
      loading={rows === undefined}
      value={value ?? null}
      options={(rows ?? []).map((row) => ({ value: row.id, label: row.name }))}
      onChange={(chosen: string | null) => chosen === null || onChange(chosen)}
    />
  );
}

/** The id of a call of somebody nobody knows; undefined where he is known, or the number is one of the line's own. */
export function strangerCallOf({ call }: Extract<CallStatus, { readonly kind: 'ended' }>): string | undefined {
  return isStranger(call) ? call.callId : undefined;
}

function isStranger({ from, customerId, matches = [], name, number }: Call): boolean {
  return from === undefined && customerId === null && matches.length === 0 && name === '' && !isInside(number);
}
