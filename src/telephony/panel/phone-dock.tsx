import { PhoneOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { PhoneLinesAnswer, PhoneProvider } from '../../../engine/model/index.ts';
import { EngineProvider } from '../../../engine/react/index.ts';
import { client, queries } from '../../api/client.ts';
import { lastCall } from '../../api/last-call.ts';
import { textOf, useText } from '../../locales/i18n.ts';
import type { Access } from '../../session/access.ts';
import { useSession } from '../../session/session.ts';
import { deviceFault, thisDevice } from '../device-check.ts';
import { lineMaker } from '../line/make-line.ts';
import { Phone } from '../line/phone.ts';
import { isInCall } from '../line/phone-state.ts';
import { offerDialling, offerHangUp } from '../phone-desk.ts';
import { NoSeatNote, PhoneFrame } from './phone-frame.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { PhoneTimer } from './phone-timer.tsx';
import { ringBack, ringTone, sound } from './ring.ts';
import type { StrangerKind } from './stranger.tsx';
import { useSaid } from './use-said.ts';
import { callWords, lineWords } from './words.ts';

const quietly = <Data,>(path: string, body: unknown, page?: string): Promise<Data> =>
  client.call<Data>(path, body, { quiet: true, ...(page === undefined ? {} : { page }) });

/** The telephone: a button in the header, and the panel it opens. Where there is no telephone system it is not there. */
export function PhoneDock({ access }: { readonly access: Access }) {
  const userId = access.user.id;
  const [given, setGiven] = useState<Given | 'noSeat'>();
  // Whoever is no longer signed in telephones no longer; once he is again, his line is made anew.
  const { isExpired } = useSession();
  useEffect(() => {
    if (isExpired) return undefined;
    let phone: Phone | undefined;
    let isOver = false;
    const begin = async () => {
      const { system, lines, results } = await quietly<PhoneLinesAnswer>('/v1/phone/my/view', {});
      if (isOver || system === 'none') return;
      if (lines.length === 0) return setGiven('noSeat');
      const makerOf = (provider: Phone['lines'][number]['provider']) => lineMaker(provider, quietly);
      const host = { userId, lines, call: quietly, callLast: lastCall, makerOf };
      const made = new Phone({ ...host, deviceFault: () => deviceFault(thisDevice) });
      phone = made;
      setGiven({ phone: made, results, isDemo: system === 'demo' });
      offerDialling((from) => made.ask({ kind: 'dial', from }));
      offerHangUp({ isInCall: () => isInCall(made.view()), hangUpFirst: made.hangUpFirst });
    };
    // Whose lines are not known has no telephone: there is nothing he asked for.
    void begin().catch(() => undefined);
    return () => {
      isOver = true;
      offerDialling(undefined);
      offerHangUp(undefined);
      phone?.stop();
      setGiven(undefined);
    };
  }, [userId, isExpired]);
  if (given === undefined) return null;
  return given === 'noSeat' ? <NoSeatButton /> : <PhoneButton {...given} access={access} />;
}

type Given = {
  readonly phone: Phone;
  readonly results: PhoneLinesAnswer['results'];
  /** Whether somebody can be let call. */
  readonly isDemo: boolean;
};

/** The telephone of who has no seat yet: it says so. */
function NoSeatButton() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const title = t('phone.title');
  return (
    <>
      <Button
        type="text"
        className="phone-button"
        aria-label={title}
        aria-expanded={isOpen}
        title={title}
        icon={<PhoneOutlined aria-hidden="true" />}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen
        ? createPortal(
            <PhoneFrame onMinimise={() => setIsOpen(false)}>
              <NoSeatNote />
            </PhoneFrame>,
            document.body,
          )
        : null}
    </>
  );
}

async function callFromDemo(provider: PhoneProvider, caller: string): Promise<boolean> {
  const input = caller === '' ? { provider } : { provider, caller };
  return (await quietly<{ readonly called: boolean }>('/v1/phone/demo/call/create', input)).called;
}

function PhoneButton({ phone, results, isDemo, access }: Given & { readonly access: Access }) {
  const t = useText();
  const view = useSyncExternalStore(phone.subscribe, phone.view);
  const [isOpen, setIsOpen] = useState(false);
  const { call, line, open, presence, missed } = view;
  const [shownFor, setShownFor] = useState(call.kind);
  if (shownFor !== call.kind) {
    setShownFor(call.kind);
    // Whatever begins is to be seen.
    if (call.kind !== 'none' && (shownFor === 'none' || shownFor === 'ended')) setIsOpen(true);
    if (call.kind === 'ended') setIsOpen(true);
  }
  const [openFor, setOpenFor] = useState(open);
  if (openFor !== open) {
    setOpenFor(open);
    if (open !== undefined) setIsOpen(true);
  }
  useSaid(phone);
  useSounds(phone);
  useStaying(phone);
  const isPausing = line.kind === 'ready' && presence !== 'ready';
  const idle = isPausing ? t(`phone.presence.${presence}`) : lineWords(line);
  const words = call.kind === 'none' ? idle : callWords(call);
  const label = `${t('phone.title')}：${words}`;
  return (
    <>
      <Badge dot={line.kind === 'down' || isPausing || missed.length > 0} offset={[-6, 6]}>
        <Button
          type={isInCall(view) ? 'primary' : 'text'}
          className="phone-button"
          aria-label={label}
          aria-expanded={isOpen}
          title={label}
          icon={<PhoneOutlined aria-hidden="true" />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {call.kind === 'talking' ? <PhoneTimer since={call.since} /> : null}
        </Button>
      </Badge>
      {isOpen
        ? createPortal(
            <EngineProvider client={client} queryClient={queries} user={access.user} text={textOf} open={stay}>
              <PhonePanel
                view={view}
                lines={phone.lines}
                results={results}
                routes={access.routes}
                isHere={phone.isHere}
                ask={phone.ask}
                loudness={phone.loudness}
                {...(isDemo && { onDemoCall: (caller: string) => callFromDemo(view.provider, caller) })}
                onSave={async (followUp) => {
                  await phone.settled();
                  await quietly('/v1/follow/up/create', followUp);
                  void queries.invalidateQueries();
                }}
                strangerKind={strangerKindOf(access)}
                onRegister={async (kind, stranger) => {
                  await phone.settled();
                  await quietly(`/v1/${kind}/create/from/call`, stranger);
                  void queries.invalidateQueries();
                }}
                onMinimise={() => setIsOpen(false)}
              />
            </EngineProvider>,
            document.body,
          )
        : null}
    </>
  );
}

const stay = () => undefined;

/** A lead where he may enter leads: it is given to whoever's turn it is; else a customer of his own. */
function strangerKindOf({ buttons }: Access): StrangerKind | undefined {
  return (['lead', 'customer'] as const).find((kind) => buttons.has(`${kind}:add`));
}

/** Rings where the line is. */
function useSounds(phone: Phone): void {
  const { call } = useSyncExternalStore(phone.subscribe, phone.view);
  const isRinging = call.kind === 'incoming' && !call.isAnswering;
  // The sound of other lines is that of the agent's own set.
  const isCalling = call.kind === 'ringing' && call.call.provider === 'webphone';
  const tone = isRinging ? ringTone : isCalling ? ringBack : undefined;
  useEffect(() => (tone === undefined || !phone.isHere ? undefined : sound(tone)), [phone, tone]);
}

/** Asks before the tab that has a call is closed; where it is closed all the same, says goodbye to line and server. */
function useStaying(phone: Phone): void {
  useEffect(() => {
    const handleLeaving = (event: BeforeUnloadEvent) => {
      if (phone.isHere && isInCall(phone.view())) event.preventDefault();
    };
    const handleGone = () => phone.leave();
    // A page that comes back as it was has no line any more.
    const handleBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && phone.isHere) phone.ask({ kind: 'restart' });
    };
    window.addEventListener('beforeunload', handleLeaving);
    window.addEventListener('pagehide', handleGone);
    window.addEventListener('pageshow', handleBack);
    return () => {
      window.removeEventListener('beforeunload', handleLeaving);
      window.removeEventListener('pagehide', handleGone);
      window.removeEventListener('pageshow', handleBack);
    };
  }, [phone]);
}
