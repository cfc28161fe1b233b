import {
  callDemoSeat,
  dialCall,
  endMyCalls,
  myPhoneLines,
  registerPhone,
  sendRecording,
  tellCallEvent,
  tellIncoming,
  tellLineEvent,
} from '../../contract/phone.ts';
import type { RuleBook } from '../kernel/operation/domain-rules.ts';
import { implement, implementOpen, type Operation } from '../kernel/operation/operation.ts';
import { takeEvent } from './call-event.ts';
import { letSomebodyCall } from './demo-call.ts';
import { dial } from './dial.ts';
import { takeIncoming } from './incoming.ts';
import { takeLineEvent, takeRecording } from './line-event.ts';
import { endMine } from './open-calls.ts';
import { myLines, registration } from './seats.ts';

/** Telephoning: what a line is reached with, calls, and what is told of them. */
export function phoneOperations(rules: RuleBook): readonly Operation[] {
  return [
    implement(myPhoneLines, (_, context) => myLines(context)),
    implement(registerPhone, (_, context) => registration(context, rules)),
    implement(dialCall, (body, context) => dial(body, context, rules)),
    implement(tellCallEvent, (body, context) => takeEvent(body, context, rules)),
    implement(endMyCalls, (body, context) => endMine(body, context, rules)),
    implement(tellIncoming, (body, context) => takeIncoming(body, context, rules)),
    implement(callDemoSeat, (body, context) => letSomebodyCall(body, context)),
    implementOpen(tellLineEvent, (body, context) => takeLineEvent(body, context, rules)),
    implementOpen(sendRecording, (body, context) => takeRecording(body, context, rules)),
  ];
}
