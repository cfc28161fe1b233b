import { Alert, Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { ApiRefusal } from '../../../engine/client/index.ts';
import { faultMessage } from '../../../engine/model/index.ts';
import { RecordPicker } from '../../../engine/react/index.ts';
import { useText } from '../../locales/i18n.ts';
import type { Call, CallStatus } from '../line/phone-state.ts';
import { isInside } from './call-view.tsx';

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

type Props = {
  readonly callId: string;
  readonly kind: StrangerKind;
  readonly onRegister: (kind: StrangerKind, stranger: Stranger) => Promise<unknown>;
  readonly onDone: () => void;
};

/** The call of somebody nobody knows is over: who it was and a word about it, with the number carried over. */
export function StrangerForm({ callId, kind, onRegister, onDone }: Props) {
  const t = useText();
  const id = useId();
  const [name, setName] = useState('');
  const [projectId, setProjectId] = useState<string>();
  const [channelId, setChannelId] = useState<string>();
  const [note, setNote] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || projectId === undefined || channelId === undefined)
      return setRefusal(t('phone.strangerMissing'));
    setSaving(true);
    setRefusal(undefined);
    try {
      const more = note.trim() === '' ? {} : { note: note.trim() };
      await onRegister(kind, { callId, name: name.trim(), projectId, channelId, ...more });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const [first] = error.faults;
      setRefusal(first === undefined ? error.message : faultMessage(first));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form className="phone-after" onSubmit={(event) => void save(event)}>
      <p className="engine-quiet">{t('phone.carried')}</p>
      {refusal === undefined ? null : <Alert type="error" showIcon role="alert" message={refusal} />}
      <label htmlFor={`${id}name`}>{t('phone.strangerName')}</label>
      <Input id={`${id}name`} value={name} maxLength={50} onChange={(event) => setName(event.target.value)} />
      <label htmlFor={`${id}project`}>{t('phone.strangerProject')}</label>
      <RecordPicker
        id={`${id}project`}
        entity="project"
        ids={projectId === undefined ? [] : [projectId]}
        multiple={false}
        onChange={([chosen]) => setProjectId(chosen)}
      />
      <label htmlFor={`${id}channel`}>{t('phone.strangerChannel')}</label>
      <RecordPicker
        id={`${id}channel`}
        entity="channel"
        ids={channelId === undefined ? [] : [channelId]}
        multiple={false}
        onChange={([chosen]) => setChannelId(chosen)}
      />
      <Input.TextArea
        value={note}
        maxLength={1000}
        rows={2}
        aria-label={t('phone.note')}
        placeholder={t('phone.note')}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="phone-after-end">
        <Button onClick={onDone}>{t('phone.skip')}</Button>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t(kind === 'lead' ? 'phone.newLead' : 'phone.newCustomer')}
        </Button>
      </div>
    </form>
  );
}

/** The id of a call of somebody nobody knows; undefined where he is known, or the number is one of the line's own. */
export function strangerCallOf({ call }: Extract<CallStatus, { readonly kind: 'ended' }>): string | undefined {
  return isStranger(call) ? call.callId : undefined;
}

function isStranger({ from, customerId, matches = [], name, number }: Call): boolean {
  return from === undefined && customerId === null && matches.length === 0 && name === '' && !isInside(number);
}
