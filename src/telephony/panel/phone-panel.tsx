import { Alert, Button, Select } from 'antd';
import type { PhoneLine, PhoneLinesAnswer } from '../../../contract/phone.ts';

import { textOf, useText } from '../../locales/i18n.ts';
import type { MenuRoutes } from '../../routes/menu-routes.ts';
import type { Loudness } from '../line/line.ts';
import type { CallMemo } from '../phone/call-memo.ts';
import { type CallStatus, isInCall } from '../phone/phone-state.ts';
import type { PhoneCommand, PhoneView } from '../phone/phone-view.ts';
import { AfterCall, canFollowUp } from './after-call.tsx';
import { CallParty, OutgoingView, TalkingView } from './call-view.tsx';
import { DemoCall } from './demo-call.tsx';
import { DeviceChoice } from './device-choice.tsx';
import { DialPad } from './dial-pad.tsx';
import { LineState, PresenceChoice } from './line-state.tsx';
import { Matches } from './matches.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import { PhoneNotes } from './phone-notes.tsx';
import { type LookUp, type Stranger, StrangerForm, type StrangerKind, strangerCallOf } from './stranger.tsx';
import type { FollowUp, NotedStatus } from './use-after-call.ts';
import { adviceAfter, clock, endWords } from './words.ts';

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
  /** What somebody unknown may be registered as; nothing where the user may do neither. */
  readonly strangerKind: StrangerKind | undefined;
  readonly onLookUp: LookUp;
  readonly onRegister: (kind: StrangerKind, stranger: Stranger) => Promise<unknown>;
  /** Lets somebody call, in the demo: this number, or one of one's own customers; answers whether anybody was there. */
  readonly onDemoCall?: (caller: string) => Promise<boolean>;
  /** What was entered of a call, and how its saving stands. */
  readonly notes: CallMemo;
  /** Whether it lies in a page at which one works through people to call. */
  readonly isAtWorkbench: boolean;
  readonly onMinimise: () => void;
};

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
  const hangUp = isInCall(view) ? () => ask({ kind: 'hangUp' }) : undefined;
  return (
    <PhoneFrame tools={choice} isAtWorkbench={props.isAtWorkbench} onHangUp={hangUp} onMinimise={onMinimise}>
      <LineState view={view} ask={ask} />
      <PresenceChoice view={view} ask={ask} />
      <PhoneNotes view={view} ask={ask} />
      <CallPlace {...props} status={view.call} />
    </PhoneFrame>
  );
}

function CallPlace({ status, ...props }: PhonePanelProps & { readonly status: CallStatus }) {
  const { ask } = props;
  switch (status.kind) {
    case 'none':
      return <Idle {...props} />;
    case 'calling':
    case 'ringing':
      return <OutgoingView status={status} ask={ask} />;
    case 'incoming':
      return <IncomingView {...props} status={status} />;
    case 'talking':
    case 'ended':
      return <NotedView {...props} status={status} />;
  }
}

function Idle({ view, ask, onDemoCall }: PhonePanelProps) {
  return (
    <>
      <DialPad
        isReady={view.line.kind === 'ready'}
        fault={view.numberFault}
        onDial={(number) => ask({ kind: 'type', number })}
      />
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
      {status.fault === undefined ? null : <Alert type="error" showIcon role="alert" message={t(status.fault)} />}
      {/* Before who it may be, which comes a moment later: what is pressed stays where it is. */}
      <div className="phone-answer">
        <Button danger onClick={() => ask({ kind: 'hangUp' })}>
          {t('phone.decline')}
        </Button>
        <Button type="primary" loading={status.isAnswering} onClick={() => ask({ kind: 'answer' })}>
          {t(status.fault === undefined ? 'phone.answer' : 'phone.answerAgain')}
        </Button>
      </div>
      <Matches call={status.call} routes={routes} />
    </>
  );
}

/** A call that somebody took, and what is left of one that is over: the form of what came of it stays the same one. */
function NotedView({ status, results, routes, ask, onSave, notes, isAtWorkbench, ...props }: PhonePanelProps & Noted) {
  const { call } = status;
  const hasFollowUp = canFollowUp(status, results) && (status.kind === 'ended' || isAtWorkbench);
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
      {status.kind === 'talking' ? (
        <TalkingView status={status} view={props.view} isHere={props.isHere} ask={ask} loudness={props.loudness} />
      ) : (
        <HowItEnded status={status} />
      )}
      {isChosen ? null : <Matches call={call} routes={routes} />}
      {hasFollowUp ? (
        <AfterCall key={call.callId} {...{ status, results, routes, notes, isAtWorkbench, onSave }} onDone={done} />
      ) : status.kind === 'ended' ? (
        <Unfollowed {...props} status={status} notes={notes} onDone={() => done(false)} />
      ) : null}
    </>
  );
}

type Noted = { readonly status: NotedStatus };

function HowItEnded({ status: { call, end, talkSeconds } }: StatusOf<'ended'>) {
  const t = useText();
  const advice = adviceAfter(end);
  return (
    <>
      <CallParty call={call} />
      <p role="status">
        {endWords(end)}
        {talkSeconds > 0 ? ` · ${t('phone.talked')} ${clock(talkSeconds)}` : null}
      </p>
      {advice === undefined ? null : <p className="engine-quiet">{advice}</p>}
    </>
  );
}

type UnfollowedProps = Pick<PhonePanelProps, 'strangerKind' | 'notes' | 'onRegister' | 'onLookUp'> &
  StatusOf<'ended'> & { readonly onDone: () => void };

/** After a call that is nobody's to follow up: a stranger is registered, or the call is put away. */
function Unfollowed({ status, strangerKind, notes, onRegister, onLookUp, onDone }: UnfollowedProps) {
  const t = useText();
  const strangerCall = strangerCallOf(status);
  if (strangerCall === undefined || strangerKind === undefined)
    return <Button onClick={onDone}>{t('phone.back')}</Button>;
  return (
    <StrangerForm
      key={strangerCall}
      callId={strangerCall}
      kind={strangerKind}
      notes={notes}
      onRegister={onRegister}
      onLookUp={onLookUp}
      onDone={onDone}
    />
  );
}
