import {
  AudioMutedOutlined,
  AudioOutlined,
  PauseOutlined,
  PhoneOutlined,
  PlayCircleOutlined,
  SettingOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useText } from '../../locales/i18n.ts';
import type { Loudness as Levels, LineAbility } from '../line/line.ts';
import type { Call, CallStatus } from '../phone/phone-state.ts';
import type { PhoneCommand, PhoneView } from '../phone/phone-view.ts';
import { DeviceChoice } from './device-choice.tsx';
import { Keys } from './dial-pad.tsx';
import { Loudness } from './loudness.tsx';
import { PhoneTimer } from './phone-timer.tsx';
import { callWords } from './words.ts';

type Talking = Extract<CallStatus, { readonly kind: 'talking' }>;
type Ask = (command: PhoneCommand) => void;

/** Who is at the other end; the number as it may be seen. */
export function CallParty({ call, children }: { readonly call: Call; readonly children?: ReactNode }) {
  const t = useText();
  const number = call.number === '' ? '…' : call.number;
  const unnamed = unnamedKey(call);
  return (
    <div className="phone-party">
      <strong>{call.name === '' ? t(unnamed, { count: call.matches?.length ?? 0 }) : call.name}</strong>
      <span className="engine-quiet phone-number">{number}</span>
      {children}
    </div>
  );
}

/** What stands for a name: who calls is not known before the server has said it. */
function unnamedKey({ direction, number, callId, matches = [] }: Call) {
  if (direction === 'in' && callId === undefined) return 'phone.identifying';
  if (matches.length > 1) return 'phone.several';
  return isInside(number) ? 'phone.inside' : 'phone.unknown';
}

/** Whether a number is one of the line's own, such as a colleague's seat. */
export function isInside(number: string): boolean {
  return /^\d{3,5}$/.test(number);
}

/** A call that goes out. */
export function OutgoingView({
  status,
  ask,
}: {
  readonly status: Extract<CallStatus, { readonly kind: 'calling' | 'ringing' }>;
  readonly ask: Ask;
}) {
  return (
    <>
      <CallParty call={status.call} />
      <p role="status">{callWords(status)}</p>
      <HangUp ask={ask} />
    </>
  );
}

type TalkingViewProps = {
  readonly status: Talking;
  readonly view: PhoneView;
  readonly isHere: boolean;
  readonly ask: Ask;
  readonly loudness: () => Promise<Levels>;
};

/** A call that goes on. */
export function TalkingView({ status, view, isHere, ask, loudness }: TalkingViewProps) {
  const t = useText();
  const [shown, setShown] = useState<'keys' | 'devices'>();
  const can = (ability: LineAbility) => view.abilities.includes(ability);
  const toggle = (part: 'keys' | 'devices') => setShown((before) => (before === part ? undefined : part));
  return (
    <>
      <CallParty call={status.call} />
      <p role="status">
        {callWords(status)} · {t('phone.talked')} <PhoneTimer since={status.since} />
      </p>
      {isHere ? null : <p className="engine-quiet">{t('phone.inOtherTab')}</p>}
      <div className="phone-tools">
        {can('mute') ? <MuteTool status={status} ask={ask} /> : null}
        {can('hold') ? <HoldTool status={status} ask={ask} /> : null}
        <Tool title={t('phone.keys')} icon={<TableOutlined />} isOn={shown === 'keys'} onUse={() => toggle('keys')} />
        {can('devices') ? (
          <Tool
            title={t('phone.devices')}
            icon={<SettingOutlined />}
            isOn={shown === 'devices'}
            onUse={() => toggle('devices')}
          />
        ) : null}
      </div>
      {can('devices') && isHere ? <Loudness ask={loudness} /> : null}
      {shown === 'keys' ? <Keys onKey={(digits) => ask({ kind: 'tones', digits })} /> : null}
      {shown === 'devices' ? (
        <DeviceChoice devices={view.devices} onChange={(devices) => ask({ kind: 'use', devices })} />
      ) : null}
      <HangUp ask={ask} />
    </>
  );
}

type SwitchProps = Pick<TalkingViewProps, 'status' | 'ask'>;

function MuteTool({ status: { isMuted }, ask }: SwitchProps) {
  const t = useText();
  return (
    <Tool
      title={t(isMuted ? 'phone.unmute' : 'phone.mute')}
      icon={isMuted ? <AudioMutedOutlined /> : <AudioOutlined />}
      isOn={isMuted}
      onUse={() => ask({ kind: 'mute', isMuted: !isMuted })}
    />
  );
}

function HoldTool({ status: { isHeld }, ask }: SwitchProps) {
  const t = useText();
  return (
    <Tool
      title={t(isHeld ? 'phone.unhold' : 'phone.hold')}
      icon={isHeld ? <PlayCircleOutlined /> : <PauseOutlined />}
      isOn={isHeld}
      onUse={() => ask({ kind: 'hold', isHeld: !isHeld })}
    />
  );
}

type ToolProps = {
  readonly title: string;
  readonly icon: ReactNode;
  readonly isOn: boolean;
  readonly onUse: () => void;
};

function Tool({ title, icon, isOn, onUse }: ToolProps) {
  return (
    <Button type={isOn ? 'primary' : 'default'} icon={icon} aria-label={title} aria-pressed={isOn} onClick={onUse}>
      {title}
    </Button>
  );
}

function HangUp({ ask }: { readonly ask: Ask }) {
  const t = useText();
  return (
    <Button
      danger
      type="primary"
      block
      icon={<PhoneOutlined className="phone-down" />}
      onClick={() => ask({ kind: 'hangUp' })}
    >
      {t('phone.hangup')}
    </Button>
  );
}
