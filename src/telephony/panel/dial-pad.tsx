import { PhoneOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../../locales/i18n.ts';
import type { PhoneView } from '../phone/phone-view.ts';

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

/** How many digits a number may have, as the server takes it. */
const [fewest, most] = [3, 20];

type DialPadProps = {
  readonly isReady: boolean;
  /** Why a number was not dialled, in words of the server. */
  readonly fault: PhoneView['numberFault'];
  readonly onDial: (number: string) => void;
};

/** Types a number and calls it; what is wrong with it stands at the field. */
export function DialPad({ isReady, fault, onDial }: DialPadProps) {
  const t = useText();
  const faultId = useId();
  const [number, setNumber] = useState('');
  const [isTried, setTried] = useState(false);
  const digits = number.replaceAll(/[^\d]/g, '');
  const isLong = digits.length >= fewest && digits.length <= most;
  const told = fault?.number === digits ? fault.text : undefined;
  const wrong = isTried && !isLong ? t('phone.numberShort', { min: fewest, max: most }) : told;
  const type = (typed: string) => {
    setNumber(typed);
    setTried(false);
  };
  const handleDial = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isReady && isLong) onDial(digits);
  };
  return (
    <form className="phone-pad" onSubmit={handleDial}>
      <div>
        <Input
          value={number}
          allowClear
          maxLength={most}
          inputMode="tel"
          autoComplete="off"
          aria-label={t('phone.number')}
          placeholder={t('phone.number')}
          {...(wrong !== undefined && { status: 'error', 'aria-invalid': true, 'aria-describedby': faultId })}
          onChange={(event) => type(event.target.value)}
        />
        {wrong === undefined ? null : (
          <p id={faultId} role="alert" className="phone-fault">
            {wrong}
          </p>
        )}
      </div>
      <Keys onKey={(key) => type(number + key)} />
      <Button type="primary" htmlType="submit" icon={<PhoneOutlined />} disabled={!isReady || digits === ''} block>
        {t('phone.dial')}
      </Button>
    </form>
  );
}
