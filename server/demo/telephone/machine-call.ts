import type { WebSocket } from 'ws';
import type { AnsweringMachine } from './answering-machine.ts';
import type { CallName } from './line-report.ts';

/** The two ends of a call and where its requests go, as the headers name them. */
export type Ends = { readonly from: string; readonly to: string; readonly uri: string };

/** A call of a seat with the answering machine. */
export type MachineCall = {
  readonly seat: string;
  /** The call as reports name it. */
  readonly name: CallName;
  readonly socket: WebSocket;
  readonly machine: AnsweringMachine;
  readonly tag: string;
  answer: string;
  /** The two ends as our requests name them; where the browser called they are known once it was picked up. */
  ends?: Ends;
  /** Whether the call is one of ours. */
  readonly isOwn: boolean;
  answeredAt?: number;
  isOver?: boolean;
};
