import { describe, expect, it } from 'vitest';
import {
  type Call,
  type CallStatus,
  isBusy,
  noPhone,
  type PhoneState,
  type PhoneStep,
  phoneAfter,
} from './phone-state.ts';

const call: Call = {
  provider: 'webphone',
  direction: 'out',
  callId: 'c1',
  number: '138****0001',
  name: '王芳',
  customerId: 'k1',
};
const rejected = (code: number): PhoneStep => ({ kind: 'ended', end: { kind: 'rejected', code } });
const hungUp = { kind: 'ended', end: { kind: 'hungUp', by: 'customer' } } as const;

/** The telephone after steps that come a second apart, from a line that is ready. */
function phone(...steps: readonly PhoneStep[]): PhoneState {
  const begun: PhoneState = { ...noPhone, line: { kind: 'ready' } };
  return steps.reduce((state, step, second) => phoneAfter(state, step, second * 1000), begun);
}
const callAfter = (...steps: readonly PhoneStep[]): CallStatus => phone(...steps).call;

describe('the line', () => {
  it('connects, changes hosts, is ready, and says why it is not', () => {
    expect(phone({ kind: 'connecting' }).line).toEqual({ kind: 'connecting', isRotating: false });
    expect(phone({ kind: 'rotating' }).line).toEqual({ kind: 'connecting', isRotating: true });
    expect(phone({ kind: 'connecting' }, { kind: 'ready' }).line).toEqual({ kind: 'ready' });
    expect(
      phone({ kind: 'down', fault: 'phone.registerFailed', isRetried: true, reason: '电话系统没有响应' }).line,
    ).toEqual({
      ...{ kind: 'down', fault: 'phone.registerFailed', isRetried: true, reason: '电话系统没有响应' },
    });
  });

  it('goes without the call: a host that is lost leaves the end of the call to be told', () => {
    expect(phone({ kind: 'called', call }, { kind: 'rotating' }).call.kind).toBe('calling');
  });
});

describe('calling out', () => {
  it('rings, is answered, and counts from the answer', () => {
    expect(callAfter({ kind: 'called', call })).toEqual({ kind: 'calling', call, isAgain: false });
    expect(callAfter({ kind: 'called', call }, { kind: 'ringing' })).toEqual({ kind: 'ringing', call });
    expect(callAfter({ kind: 'called', call }, { kind: 'ringing' }, { kind: 'answered' })).toMatchObject({
      kind: 'talking',
      since: 2000,
    });
  });

  it('is answered without ringing, by lines that do not tell it', () => {
    expect(callAfter({ kind: 'called', call }, { kind: 'answered' }).kind).toBe('talking');
  });

  it('ends with the code, talked for no time', () => {
    expect(callAfter({ kind: 'called', call }, { kind: 'ringing' }, rejected(486))).toEqual({
      kind: 'ended',
      call,
      end: { kind: 'rejected', code: 486 },
      talkSeconds: 0,
    });
  });

  it('says that it dials again, and rings anew', () => {
    const again = callAfter({ kind: 'called', call }, { kind: 'reRegistering' });
    expect(again).toEqual({ kind: 'calling', call, isAgain: true });
    expect(callAfter({ kind: 'called', call }, { kind: 'reRegistering' }, { kind: 'ringing' }).kind).toBe('ringing');
  });

  it('takes no second call while there is one', () => {
    const other = { ...call, callId: 'c2' };
    expect(callAfter({ kind: 'called', call }, { kind: 'called', call: other })).toMatchObject({ call });
    expect(
      callAfter(
        { kind: 'called', call },
        { kind: 'incoming', provider: 'webphone', key: 'x', caller: '13900000000', isAutoAnswered: false },
      ).kind,
    ).toBe('calling');
  });
});

describe('incoming', () => {
  const comes: PhoneStep = {
    kind: 'incoming',
    provider: 'webphone',
    key: 'sip-1',
    caller: '13900000000',
    isAutoAnswered: false,
  };

  it('shows no number until the server told how it may be shown', () => {
    expect(callAfter(comes)).toMatchObject({
      kind: 'incoming',
      isAnswering: false,
      call: { number: '', direction: 'in' },
    });
    expect(
      callAfter(comes, { kind: 'known', key: 'sip-1', call: { callId: 'c9', number: '139****0000' } }),
    ).toMatchObject({ kind: 'incoming', call: { callId: 'c9', number: '139****0000' } });
  });

  it('rings on where it could not be answered, says why, and is answered again', () => {
    const unanswered = [comes, { kind: 'answering' }, { kind: 'unanswered', fault: 'mic.failed' }] as const;
    expect(callAfter(...unanswered)).toMatchObject({ kind: 'incoming', isAnswering: false, fault: 'mic.failed' });
    const again = callAfter(...unanswered, { kind: 'answering' });
    expect(again).toMatchObject({ kind: 'incoming', isAnswering: true });
    expect(again).not.toHaveProperty('fault');
  });

  it('is answered, and may be known only then', () => {
    expect(callAfter(comes, { kind: 'answering' })).toMatchObject({ isAnswering: true });
    const talking = callAfter(comes, { kind: 'answered' }, { kind: 'known', key: 'sip-1', call: { callId: 'c9' } });
    expect(talking).toMatchObject({ kind: 'talking', since: 1000, call: { callId: 'c9' } });
  });
});

describe('talking', () => {
  const talking: readonly PhoneStep[] = [{ kind: 'called', call }, { kind: 'answered' }];

  it('mutes and holds, each by itself', () => {
    expect(callAfter(...talking, { kind: 'muted', isMuted: true }, { kind: 'held', isHeld: true })).toMatchObject({
      isMuted: true,
      isHeld: true,
    });
    expect(
      callAfter(
        ...talking,
        { kind: 'held', isHeld: true },
        { kind: 'held', isHeld: false },
        { kind: 'muted', isMuted: true },
      ),
    ).toMatchObject({ isMuted: true, isHeld: false });
  });

  it('ends with the seconds talked; the next call counts from nothing', () => {
    expect(callAfter(...talking, { kind: 'ringing' }, { kind: 'ringing' }, hungUp)).toMatchObject({
      kind: 'ended',
      talkSeconds: 3,
    });
    expect(callAfter(...talking, hungUp, { kind: 'called', call }, { kind: 'answered' })).toMatchObject({
      since: 4000,
    });
  });

  it('neither rings nor is answered again', () => {
    expect(callAfter(...talking, { kind: 'answered' })).toMatchObject({ since: 1000 });
  });
});

describe('ended', () => {
  it('stays until it is put away, and hears nothing more', () => {
    const over = [{ kind: 'called', call }, rejected(480)] as const;
    expect(callAfter(...over, hungUp)).toMatchObject({ end: { kind: 'rejected', code: 480 } });
    expect(callAfter(...over, { kind: 'muted', isMuted: true }).kind).toBe('ended');
    expect(callAfter(...over, { kind: 'dismissed' })).toEqual({ kind: 'none' });
  });

  it('nothing ends where nothing was', () => {
    expect(callAfter(hungUp)).toEqual({ kind: 'none' });
    expect(callAfter({ kind: 'ringing' }, { kind: 'answered' })).toEqual({ kind: 'none' });
  });
});

describe('busy', () => {
  it('is who has a call, or whom the integration says to have one', () => {
    expect(isBusy(phone())).toBe(false);
    expect(isBusy(phone({ kind: 'called', call }))).toBe(true);
    expect(isBusy(phone({ kind: 'called', call }, hungUp))).toBe(false);
    expect(isBusy(phone({ kind: 'flag', isInCall: true }))).toBe(true);
    expect(
      isBusy(phone({ kind: 'flag', isInCall: true }, { kind: 'down', fault: 'agent.login.fail', isRetried: true })),
    ).toBe(false);
  });
});
