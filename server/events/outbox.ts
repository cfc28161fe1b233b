import type { RuleContext } from '../kernel/operation/domain-rules.ts';

/** A message for outside, as a port gets it. */
export type OutboxMessage = {
  /** The same at every attempt: the other side does once what carries the same key. */
  readonly idempotencyKey: string;
  readonly payload: unknown;
};

/** A way out of the product: SMS, mail, another system. */
export type OutboxPort = {
  /** By this name messages are addressed to it. */
  readonly key: string;
  /**
   * Delivers a message or throws. It may be asked again for a message that arrived: nobody knows what became of an
   * attempt whose answer was lost. Throwing `Undeliverable` ends the attempts.
   */
  readonly deliver: (message: OutboxMessage, signal: AbortSignal) => Promise<void>;
};

/** The other side will never take this message. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** Leaves a message in the transaction of the change: it goes out after the commit, and never without it. Answers its id. */
export async function enqueue(port: string, payload: unknown, context: RuleContext): Promise<string> {
  return context.records.insert('outbox_message', {
    port,
    payload,
    status: 'pending',
    attempts: 0,
    nextAt: context.now,
  });
}
