import { textOf } from '../../locales/i18n.ts';
import type { CallEnd, LineFault } from '../line/line.ts';
import type { CallStatus, LineStatus } from '../phone/phone-state.ts';

const coded: ReadonlySet<number> = new Set([480, 486, 408, 500, 487, 484]);

/** Why a call ended, the line's code before it where there is one. */
export function endWords(end: CallEnd): string {
  if (end.kind === 'fault') return textOf(end.fault);
  if (end.kind === 'lost') return textOf('phone.lost');
  if (end.kind === 'hungUp') return textOf('phone.status.hungUp');
  if (end.code === null) return textOf('phone.failed');
  return coded.has(end.code) ? textOf(`phone.code.${end.code}`) : textOf('phone.code.other', { code: end.code });
}

/** What may help after a call that ended so; undefined where nothing is known to. */
export function adviceAfter(end: CallEnd): string | undefined {
  return end.kind === 'rejected' && end.code === 480 ? textOf('phone.advice.480') : undefined;
}

/** What is said of a line that is down and tries again by itself. */
const retrying: Readonly<Partial<Record<LineFault, string>>> = {
  'phone.registerFailed': 'phone.registering',
  'agent.login.fail': 'agent.login.retrying',
  'agent.register.fail': 'agent.register.retrying',
};

/** How the line stands. */
export function lineWords(line: LineStatus): string {
  switch (line.kind) {
    case 'off':
    case 'connecting':
      return textOf(line.kind === 'connecting' && line.isRotating ? 'phone.rotateHost' : 'phone.connecting');
    case 'ready':
      return textOf('phone.status.connected');
    case 'down':
      return textOf((line.isRetried ? retrying[line.fault] : undefined) ?? line.fault);
  }
}

/** How the call stands; nothing where there is none. */
export function callWords(call: CallStatus): string {
  switch (call.kind) {
    case 'none':
      return '';
    case 'calling':
      return textOf(call.isAgain ? 'phone.reRegister' : 'phone.status.calledOut');
    case 'ringing':
      return textOf('phone.ringing');
    case 'incoming':
      return textOf(call.isAnswering ? 'phone.answering' : 'phone.incoming');
    case 'talking':
      return textOf(call.isHeld ? 'phone.held' : 'phone.status.answered');
    case 'ended':
      return endWords(call.end);
  }
}

/** Minutes and seconds, and hours where there are any. */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(rest)}`;
}
