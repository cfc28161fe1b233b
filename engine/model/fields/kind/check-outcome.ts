import type { FaultCode } from '../../faults/fault.ts';
import { formatMessage, type Message } from '../../texts/message.ts';
import type { CheckOutcome } from './field-type.ts';

/** What is wrong with a value: the code, what was expected, and what it got, cut short. */
export function faulty(code: FaultCode, expected?: string | Message, got?: unknown): CheckOutcome {
  const wanted = typeof expected === 'object' ? formatMessage(expected) : expected;
  return {
    fault: {
      code,
      ...(wanted === undefined ? {} : { expected: wanted }),
      ...(got === undefined ? {} : { got: show(got) }),
    },
  };
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined ? typeof value : text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
