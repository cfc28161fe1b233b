import type { CallContext } from '../../kernel/operation/context.ts';

/**
 * What expressions stand for in a plan: the time of the call, and what else is told of it. The time is read by what
 * needs it only, since a plan that knows the moment is good for this call alone.
 */
export function expressionScope<Further extends object>(
  context: Pick<CallContext, 'now' | 'calendar'>,
  further: Further,
): Further & Pick<CallContext, 'now' | 'calendar'> {
  return {
    ...further,
    get now() {
      return context.now;
    },
    get calendar() {
      return context.calendar;
    },
  };
}
