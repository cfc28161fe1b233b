/**
 * What a browser and the server of an agent integration say to each other, as JSON texts over one WebSocket:
 * docs/telephony.md has it in words.
 */

/** Line states of the first agent integration by their numbers: idle, answered, ringing back, dialling, hung up. */
export const hlStates = { idle: 0, answered: 1, ringback: 3, dialing: 4, processing: 5 } as const;
export type HlState = (typeof hlStates)[keyof typeof hlStates];

/** Who ended a call. */
export type HangupBy = 'staff' | 'customer' | 'system';

/** What the browser tells the server of the first integration. */
export type HlCommand =
  | { readonly type: 'init'; readonly agentId: string; readonly ticket: string }
  | { readonly type: 'dial'; readonly callId: string; readonly target: string }
  | { readonly type: 'accept'; readonly callId: string }
  | { readonly type: 'hangup'; readonly callId: string }
  | { readonly type: 'hold'; readonly callId: string }
  | { readonly type: 'unhold'; readonly callId: string }
  | { readonly type: 'dtmf'; readonly callId: string; readonly digits: string }
  | { readonly type: 'ping' };

/** What the server of the first integration tells the browser. */
export type HlEvent =
  | { readonly type: 'connect' }
  | { readonly type: 'initialised'; readonly agentId: string }
  | { readonly type: 'initFailed'; readonly reason: 'ticket' | 'agent' | 'server'; readonly message: string }
  | {
      readonly type: 'state';
      readonly state: HlState;
      /** Absent where no call is meant, as in state 0 after initialisation. */
      readonly callId?: string;
      /** With state 5 only: why the call ended; the code where it was not answered. */
      readonly hangupBy?: HangupBy;
      readonly code?: number;
    }
  | { readonly type: 'incoming'; readonly callId: string; readonly caller: string }
  | { readonly type: 'accepted'; readonly callId: string }
  | { readonly type: 'held'; readonly callId: string }
  | { readonly type: 'unheld'; readonly callId: string }
  | { readonly type: 'failed'; readonly command: HlCommand['type'] | 'unknown'; readonly message: string }
  | { readonly type: 'disconnect'; readonly reason: 'elsewhere' | 'server' }
  | { readonly type: 'pong' };

/** What the widget of an agent tells its server. */
export type WidgetCommand =
  | { readonly command: 'login'; readonly agentId: string; readonly ticket: string }
  | { readonly command: 'logout' }
  | { readonly command: 'status'; readonly status: 'ready' | 'busy' | 'rest' }
  | { readonly command: 'dial'; readonly callId: string; readonly target: string }
  | { readonly command: 'answer'; readonly callId: string }
  | { readonly command: 'hangup'; readonly callId: string }
  | { readonly command: 'dtmf'; readonly callId: string; readonly digits: string }
  | { readonly command: 'ping' };

/** What the server of a widget tells; each is shown as a success or a warning by `success`, with `message`. */
export type WidgetEvent = { readonly success: boolean; readonly message: string } & (
  | { readonly event: 'register' }
  | { readonly event: 'login'; readonly agentId: string }
  | { readonly event: 'repeatLogin' }
  | { readonly event: 'logout' }
  | {
      readonly event: 'statusUpdate';
      readonly status: 'ready' | 'busy' | 'rest' | 'ringing' | 'talking';
      /** With `ringing` and `talking`: the call. */
      readonly callId?: string;
      /** With `ringing` of an incoming call: who calls. */
      readonly caller?: string;
    }
  | { readonly event: 'dialing'; readonly callId: string; readonly code?: number }
  | { readonly event: 'connected'; readonly callId: string }
  | { readonly event: 'hangup'; readonly callId: string; readonly hangupBy: HangupBy; readonly code?: number }
  | { readonly event: 'pong' }
);
