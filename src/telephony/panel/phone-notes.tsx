import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../locales/i18n.ts';
import type { MissedCall, PhoneCommand, PhoneView } from '../phone/phone-view.ts';

type Props = { readonly view: PhoneView; readonly ask: (command: PhoneCommand) => void };

/** What is to be known beside the call: one that is still open and in the way, and those that did not ring. */
export function PhoneNotes({ view, ask }: Props) {
  return (
    <>
      <OpenCallDraft view={view} ask={ask} />
      <MissedNote view={view} ask={ask} />
    </>
  );
}

function OpenCallDraft({ view: { open }, ask }: Props) {
  const t = useText();
  const [endedFor, setEndedFor] = useState<PhoneView['open']>();
  if (open === undefined) return null;
  const isEnding = endedFor === open;
  const end = () => {
    setEndedFor(open);
    ask({ kind: 'endOpen' });
  };
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      message={open.text}
      description={
        <>
          {open.name === '' && open.number === '' ? null : (
            <p>
              {open.name} <span className="phone-number">{open.number}</span>
            </p>
          )}
          <Button size="small" type="primary" loading={isEnding} onClick={end}>
            {t('phone.endOpen')}
          </Button>
        </>
      }
    />
  );
}

function MissedNote({ view: { missed }, ask }: Props) {
  const t = useText();
  if (missed.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      closable
      role="status"
      message={missed.map((one) => (
        <p key={one.key}>{t('phone.missed', { who: whoOf(one) || t('phone.identifying') })}</p>
      ))}
      description={t('phone.missedHint')}
      onClose={() => ask({ kind: 'dismissMissed' })}
    />
  );
}

function whoOf({ name, number }: MissedCall): string {
  return `${name} ${number}`.trim();
}
