import { DoubleLeftOutlined, DoubleRightOutlined, MinusOutlined } from '@ant-design/icons';
import { Alert, Button, Select } from 'antd';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import type { PhoneLine, PhoneLinesAnswer } from '../../../engine/model/index.ts';
import { textOf, useText } from '../../locales/i18n.ts';
import type { MenuRoutes } from '../../router/menu-routes.ts';
import type { Loudness } from '../line/line.ts';
import type { PhoneCommand, PhoneView } from '../line/phone.ts';
import type { CallStatus } from '../line/phone-state.ts';
import { AfterCall, canFollowUp, type FollowUp } from './after-call.tsx';
import { CallParty, OutgoingView, TalkingView } from './call-view.tsx';
import { DemoCall } from './demo-call.tsx';
import { DeviceChoice } from './device-choice.tsx';
import { DialPad } from './dial-pad.tsx';
import { Matches } from './matches.tsx';
import './phone.css';
import { useSide } from './use-side.ts';
import { clock, endWords, lineWords } from './words.ts';

export type PhonePanelProps = {
  readonly view: PhoneView;
  readonly lines: readonly PhoneLine[];
  readonly results: PhoneLinesAnswer['results'];
  readonly routes: MenuRoutes;
  /** Whether the sound is in this tab. */
  readonly isHere: boolean;
  readonly ask: (command: PhoneCommand) => void;
  readonly loudness: () => Promise<Loudness>;
  readonly onSave: (followUp: FollowUp) => Promise<unknown>;
  /** Lets somebody call, in the demo: this number, or one of one's own customers; answers whether anybody was there. */
  readonly onDemoCall?: (caller: string) => Promise<boolean>;
  readonly onMinimise: () => void;
};

type PhoneFrameProps = {
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
  readonly onMinimise: () => void;
};

/** The frame of the telephone, laid over the corner of whatever page is open. */
export function PhoneFrame({ tools, children, onMinimise }: PhoneFrameProps) {
  const t = useText();
  const titleId = useId();
  const [side, changeSide] = useSide();
  const handleKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) onMinimise();
  };
  return (
    <section className="phone-panel" data-side={side} aria-labelledby={titleId} onKeyDown={handleKey}>
      <header>
        <h2 id={titleId}>{t('phone.title')}</h2>
        {tools}
        <Button
          type="text"
          size="small"
          className="phone-aside"
          icon={side === 'left' ? <DoubleRightOutlined /> : <DoubleLeftOutlined />}
          aria-label={t(side === 'left' ? 'phone.toRight' : 'phone.toLeft')}
          title={t(side === 'left' ? 'phone.toRight' : 'phone.toLeft')}
          onClick={changeSide}
        />
        <Button
          type="text"
          size="small"
          icon={<MinusOutlined />}
          aria-label={t('phone.minimise')}
          title={t('phone.minimise')}
          onClick={onMinimise}
        />
      </header>
      {children}
    </section>
  );
}

/** What the telephone says to who has no line. */
export function NoSeatNote() {
  const t = useText();
  return <Alert type="info" showIcon role="status" message={t('phone.noSeat')} />;
}

/** The telephone of who has a line. */
export function PhonePanel(props: PhonePanelProps) {
  const t = useText();
  const { view, lines, ask, onMinimise } = props;
  const choice =
    lines.length > 1 ? (
      <Select
        size="small"
        aria-label={t('phone.line')}
        value={view.provider}
        disabled={view.call.kind !== 'none' && view.call.kind !== 'ended'}
        options={lines.map(({ provider }) => ({ value: provider, label: textOf(`phone.line.${provider}`) }))}
        onChange={(provider) => ask({ kind: 'choose', provider })}
      />
    ) : null;
  return (
    <PhoneFrame tools={choice} onMinimise={onMinimise}>
      <LineState view={view} ask={ask} />
      <CallPlace {...props} status={view.call} />
    </PhoneFrame>
  );
}

function LineState({ view, ask }: Pick<PhonePanelProps, 'view' | 'ask'>) {
  const t = useText();
  const { line } = view;
  return (
    <p className="phone-line" data-line={line.kind} role={line.kind === 'down' ? 'alert' : 'status'}>
      <span className="phone-dot" aria-hidden="true" />
      {lineWords(line)}
      {line.kind === 'down' ? (
        <Button type="link" size="small" onClick={() => ask({ kind: 'restart' })}>
          {t('phone.retry')}
        </Button>
      ) : null}
    </p>
  );
}

function CallPlace({ status, ...props }: PhonePanelProps & { readonly status: CallStatus }) {
  const { view, ask } = props;
  switch (status.kind) {
    case 'none':
      return <Idle {...props} />;
    case 'calling':
    case 'ringing':
      return <OutgoingView status={status} ask={ask} />;
    case 'incoming':
      return <IncomingView {...props} status={status} />;
    case 'talking':
      return (
        <>
          <TalkingView status={status} view={view} isHere={props.isHere} ask={ask} loudness={props.loudness} />
          <Matches call={status.call} routes={props.routes} />
        </>
      );
    case 'ended':
      return <EndedView {...props} status={status} />;
  }
}

function Idle({ view, ask, onDemoCall }: PhonePanelProps) {
  return (
    <>
      <DialPad isReady={view.line.kind === 'ready'} onDial={(number) => ask({ kind: 'type', number })} />
      {view.abilities.includes('devices') ? (
        <DeviceChoice devices={view.devices} onChange={(devices) => ask({ kind: 'use', devices })} />
      ) : null}
      {onDemoCall === undefined ? null : <DemoCall isReady={view.line.kind === 'ready'} onCall={onDemoCall} />}
    </>
  );
}

type StatusOf<Kind extends CallStatus['kind']> = { readonly status: Extract<CallStatus, { readonly kind: Kind }> };

function IncomingView({ status, routes, ask }: PhonePanelProps & StatusOf<'incoming'>) {
  const t = useText();
  return (
    <>
      <p role="alert" className="phone-ringing">
        {t(status.isAnswering ? 'phone.answering' : 'phone.incoming')}
      </p>
      <CallParty call={status.call} />
      {/* Before who it may be, which comes a moment later: what is pressed stays where it is. */}
      <div className="phone-answer">
        <Button danger onClick={() => ask({ kind: 'hangUp' })}>
          {t('phone.decline')}
        </Button>
        <Button type="primary" loading={status.isAnswering} onClick={() => ask({ kind: 'answer' })}>
          {t('phone.answer')}
        </Button>
      </div>
      <Matches call={status.call} routes={routes} />
    </>
  );
}

function EndedView({ status, results, routes, ask, onSave }: PhonePanelProps & StatusOf<'ended'>) {
  const t = useText();
  const { call, end, talkSeconds } = status;
  const hasFollowUp = canFollowUp(status, results);
  // Among several the follow-up asks who it was.
  const isChosen = hasFollowUp && (call.matches?.length ?? 0) > 1;
  const done = (goesOn: boolean) => {
    ask({ kind: 'dismiss' });
    const { from } = call;
    const [next, ...rest] = from?.rest ?? [];
    if (goesOn && from !== undefined && next !== undefined) ask({ kind: 'dial', from: { ...from, id: next, rest } });
  };
  return (
    <>
      <CallParty call={call} />
      <p role="status">
        {endWords(end)}
        {talkSeconds > 0 ? ` · ${t('phone.talked')} ${clock(talkSeconds)}` : null}
      </p>
      {isChosen ? null : <Matches call={call} routes={routes} />}
      {hasFollowUp ? (
        <AfterCall key={call.callId} ended={status} results={results} routes={routes} onSave={onSave} onDone={done} />
      ) : (
        <Button onClick={() => done(false)}>{t('phone.back')}</Button>
      )}
    </>
  );
}
