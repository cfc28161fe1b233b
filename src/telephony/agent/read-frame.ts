import type { HlEvent, WidgetEvent } from '../../../contract/agent-messages.ts';

type Frame = Readonly<Record<string, unknown>>;

/** What each event of the first integration has to bring beside its type. */
const hlFields: Readonly<Record<HlEvent['type'], readonly string[]>> = {
  connect: [],
  initialised: [],
  initFailed: [],
  state: [],
  incoming: ['callId', 'caller'],
  accepted: [],
  held: [],
  unheld: [],
  failed: [],
  disconnect: ['reason'],
  pong: [],
};

/** The same of the widget. */
const widgetFields: Readonly<Record<WidgetEvent['event'], readonly string[]>> = {
  register: [],
  login: [],
  repeatLogin: [],
  logout: [],
  statusUpdate: ['status'],
  dialing: [],
  connected: [],
  hangup: ['callId'],
  pong: [],
};

/** A frame of the first integration; undefined where it is no JSON, or nothing that docs/telephony.md knows. */
export function readHlFrame(data: unknown): HlEvent | undefined {
  const frame = objectOf(data);
  return frame !== undefined && isHlEvent(frame) ? frame : undefined;
}

/** A frame of an agent's widget; undefined as above. */
export function readWidgetFrame(data: unknown): WidgetEvent | undefined {
  const frame = objectOf(data);
  return frame !== undefined && isWidgetEvent(frame) ? frame : undefined;
}

function isHlEvent(frame: Frame): frame is Frame & HlEvent {
  return hasFields(frame, frame.type, hlFields) && (frame.type !== 'state' || typeof frame.state === 'number');
}

function isWidgetEvent(frame: Frame): frame is Frame & WidgetEvent {
  return hasFields(frame, frame.event, widgetFields) && typeof frame.success === 'boolean';
}

function hasFields(frame: Frame, kind: unknown, known: Readonly<Record<string, readonly string[]>>): boolean {
  if (typeof kind !== 'string' || !Object.hasOwn(known, kind)) return false;
  return known[kind]?.every((key) => typeof frame[key] === 'string') === true;
}

function objectOf(data: unknown): Frame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null ? { ...frame } : undefined;
  } catch {
    return undefined;
  }
}
