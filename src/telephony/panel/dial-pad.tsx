import { PhoneOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type FormEvent, useState } from 'react';
import { useText } from '../../locales/i18n.ts';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

/** The twelve keys of a telephone. */
export function Keys({
  onKey,
  isDisabled = false,
}: {
  readonly onKey: (key: string) => void;
  readonly isDisabled?: boolean;
}) {
  const t = useText();
  return (
    <fieldset className="phone-keys" aria-label={t('phone.keys')}>
      {keys.map((key) => (
        <Button key={key} disabled={isDisabled} onClick={() => onKey(key)}>
          {key}
        </Button>
      ))}
    </fieldset>
  );
}

type DialPadProps = { readonly isReady: boolean; readonly onDial: (number: string) => void };

/** Types a number and calls it. */
export function DialPad({ isReady, onDial }: DialPadProps) {
  const t = useText();
  const [number, setNumber] = useState('');
  const digits = number.replaceAll(/[^\d]/g, '');
  const handleDial = (event: FormEvent) => {
    event.preventDefault();
    if (digits !== '') onDial(digits);
  };
  return (
    <form className="phone-pad" onSubmit={handleDial}>
      <Input
        value={number}
        allowClear
        maxLength={20}
        inputMode="tel"
        autoComplete="off"
        aria-label={t('phone.number')}
        placeholder={t('phone.number')}
        onChange={(event) => setNumber(event.target.value)}
      />
      <Keys onKey={(key) => setNumber((before) => before + key)} />
      <Button type="primary" htmlType="submit" icon={<PhoneOutlined />} disabled={!isReady || digits === ''} block>
        {t('phone.dial')}
      </Button>
    </form>
  );
}
