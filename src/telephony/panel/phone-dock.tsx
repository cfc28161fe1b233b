import { PhoneOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { PhoneLinesAnswer } from '../../../contract/phone.ts';
import { titled } from '../../../engine/react/index.ts';

import type { Access } from '../../access/access.ts';
import { lastCall } from '../../api/last-call.ts';
import { textOf, useText } from '../../locales/i18n.ts';
import { useSession } from '../../session/session.ts';
import {
  offerDialling,
  offerHangUp,
  showWorkbenchPhone,
  usePhoneElement,
} from '../../telephony-port/telephony-port.ts';
import { deviceFault, thisDevice } from '../devices/device-check.ts';
import { CallMemo } from '../phone/call-memo.ts';
import { lineMaker } from '../phone/make-line.ts';
import { Phone } from '../phone/phone.ts';
import { isInCall } from '../phone/phone-state.ts';
import type { PhoneView } from '../phone/phone-view.ts';
import { untilAnswered } from '../phone/until-answered.ts';
import { callFromDemo, lookUp, quietly, registerStranger, saveFollowUp } from './phone-deeds.ts';
import { NoSeatNote, PhoneFrame } from './phone-frame.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { PhoneTimer } from './phone-timer.tsx';
import type { StrangerKind } from './stranger.tsx';
import { useSeatNews, useSounds, useStaying } from './use-phone-effects.ts';
import { useSaid } from './use-said.ts';
import { callWords, lineWords } from './words.ts';

/**
 * The telephone: a button in the header, and the panel it opens. Whoever is no longer signed in telephones no longer; once
 * he is again, or his seats were changed, his line is made anew. Where there is no telephone system it is not there.
 */
export function PhoneDock({ access }: { readonly access: Access }) {
  const { isExpired } = useSession();
  const [turn, setTurn] = useState(0);
  const opened = useRef(false);
  const renew = useCallback(() => setTurn((before) => before + 1), []);
  return isExpired ? null : <PhoneOf key={turn} access={access} opened={opened} onSeatNews={renew} />;
}

type PhoneOfProps = {
  readonly access: Access;
  /** Whether the panel was open, over all lines. */
  readonly opened: RefObject<boolean>;
  readonly onSeatNews: () => void;
};

function PhoneOf({ access, opened, onSeatNews }: PhoneOfProps) {
  const userId = access.user.id;
  const [given, setGiven] = useState<PhoneServer | 'noSeat'>();
  useSeatNews(given === undefined || given === 'noSeat' ? undefined : given.phone, onSeatNews);
  useEffect(() => {
    let phone: Phone | undefined;
    let isOver = false;
    const begin = async () => {
      const answer = await untilAnswered(
        () => quietly('/v1/phone/my/view', {}),
        () => isOver,
      );
      if (answer === undefined) return;
      if (answer.system === 'none') return showWorkbenchPhone({ kind: 'none' });
      const { system, lines, results } = answer;
      if (lines.length === 0) return setGiven('noSeat');
      const makerOf = (provider: Phone['lines'][number]['provider']) => lineMaker(provider, quietly);
      const host = { userId, lines, call: quietly, callLast: lastCall, makerOf };
      const made = new Phone({ ...host, deviceFault: () => deviceFault(thisDevice) });
      phone = made;
      setGiven({ phone: made, results, isDemo: system === 'demo' });
      offerDialling((from) => made.ask({ kind: 'dial', from }));
      offerHangUp({ isInCall: () => isInCall(made.view()), hangUpFirst: made.hangUpFirst });
    };
    void begin();
    return () => {
      isOver = true;
      offerDialling(undefined);
      offerHangUp(undefined);
      showWorkbenchPhone({ kind: 'coming' });
      phone?.stop();
    };
  }, [userId]);
  if (given === undefined) return null;
  return given === 'noSeat' ? <NoSeatButton /> : <PhoneButton {...given} access={access} opened={opened} />;
}

type PhoneServer = {
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
  const place = usePhoneElement();
  useEffect(() => showWorkbenchPhone({ kind: 'noSeat' }), []);
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
      {isOpen || place !== undefined
        ? createPortal(
            <PhoneFrame isAtWorkbench={place !== undefined} onMinimise={() => setIsOpen(false)}>
              <NoSeatNote />
            </PhoneFrame>,
            place ?? document.body,
          )
        : null}
    </>
  );
}

function PhoneButton({ phone, results, isDemo, access, opened }: PhoneServer & Omit<PhoneOfProps, 'onSeatNews'>) {
  const t = useText();
  const view = useSyncExternalStore(phone.subscribe, phone.view);
  const [notes] = useState(() => new CallMemo());
  const [isOpen, setIsOpen] = useOpening(view, opened, notes);
  const { call } = view;
  useSaid(phone);
  useSounds(phone);
  useStaying(phone);
  const place = usePhoneElement();
  const recordId = call.kind === 'none' ? undefined : call.call.from?.id;
  useEffect(() => showWorkbenchPhone({ kind: 'ready', ...(recordId !== undefined && { recordId }) }), [recordId]);
  const label = titled(t('phone.title'), standing(view));
  return (
    <>
      <Badge dot={isNoteworthy(view)} offset={[-6, 6]}>
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
      {isOpen || place !== undefined
        ? createPortal(
            <PhonePanel
              view={view}
              lines={phone.lines}
              results={results}
              routes={access.routes}
              isHere={phone.isHere}
              ask={phone.ask}
              loudness={phone.loudness}
              {...(isDemo && { onDemoCall: (caller: string) => callFromDemo(view.provider, caller) })}
              onSave={(followUp) => saveFollowUp(phone, followUp)}
              strangerKind={strangerKindOf(access)}
              onRegister={(kind, stranger) => registerStranger(phone, kind, stranger)}
              onLookUp={lookUp}
              notes={notes}
              isAtWorkbench={place !== undefined}
              onMinimise={() => setIsOpen(false)}
            />,
            place ?? document.body,
          )
        : null}
    </>
  );
}

/** Whether the panel is open: it opens by itself where something begins, ends, or is in the way. */
function useOpening({ call, open }: PhoneView, opened: RefObject<boolean>, notes: CallMemo) {
  const [isOpen, setIsOpen] = useState(opened.current);
  useEffect(() => {
    opened.current = isOpen;
  }, [isOpen, opened]);
  const { refusal } = useSyncExternalStore(notes.subscribe, notes.saved) ?? {};
  const [shown, setShown] = useState({ kind: call.kind, open, refusal });
  if (shown.kind !== call.kind || shown.open !== open || shown.refusal !== refusal) {
    setShown({ kind: call.kind, open, refusal });
    const isBegun = call.kind !== 'none' && (shown.kind === 'none' || shown.kind === 'ended');
    const isInTheWay = open !== undefined && shown.open !== open;
    const isRefused = refusal !== undefined && shown.refusal !== refusal;
    if ((call.kind !== shown.kind && (isBegun || call.kind === 'ended')) || isInTheWay || isRefused) setIsOpen(true);
  }
  return [isOpen, setIsOpen] as const;
}

/** How the telephone stands, in few words: its call, else whether calls are taken, else its line. */
function standing({ call, line, presence }: PhoneView): string {
  if (call.kind !== 'none') return callWords(call);
  return line.kind === 'ready' && presence !== 'ready' ? textOf(`phone.presence.${presence}`) : lineWords(line);
}

/** Whether there is something to look at: a line that is down, a pause, calls that did not ring. */
function isNoteworthy({ line, presence, missed }: PhoneView): boolean {
  return line.kind === 'down' || (line.kind === 'ready' && presence !== 'ready') || missed.length > 0;
}

/** A lead where he may enter leads: it is given to whoever's turn it is; else a customer of his own. */
function strangerKindOf({ buttons }: Access): StrangerKind | undefined {
  return (['lead', 'customer'] as const).find((kind) => buttons.has(`${kind}:add`));
}
