import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { useText } from '../../locales/i18n.ts';

type Props = {
  readonly isReady: boolean;
  readonly onCall: (caller: string) => Promise<boolean>;
};

/** Where the demo lets somebody call, and says which numbers may be tried. */
export function DemoCall({ isReady, onCall }: Props) {
  const t = useText();
  const [caller, setCaller] = useState('');
  const [refusal, setRefusal] = useState('');
  const [isCalling, setCalling] = useState(false);
  const handleCall = async (event: FormEvent) => {
    event.preventDefault();
    setCalling(true);
    try {
      setRefusal((await onCall(caller.replaceAll(/[^\d]/g, ''))) ? '' : t('phone.demo.nobody'));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setRefusal(error.message);
    } finally {
      setCalling(false);
    }
  };
  return (
    <form className="phone-demo" onSubmit={(event) => void handleCall(event)}>
      <p className="engine-quiet">{t('phone.demo.hint')}</p>
      <div>
        <Input
          size="small"
          value={caller}
          maxLength={20}
          inputMode="tel"
          autoComplete="off"
          aria-label={t('phone.demo.caller')}
          placeholder={t('phone.demo.caller')}
          onChange={(event) => setCaller(event.target.value)}
        />
        <Button size="small" htmlType="submit" loading={isCalling} disabled={!isReady}>
          {t('phone.demo.call')}
        </Button>
      </div>
      {refusal === '' ? null : <p role="alert">{refusal}</p>}
    </form>
  );
}
