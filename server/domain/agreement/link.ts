import { timingSafeEqual } from 'node:crypto';
import { signingPath } from '../../../contract/signing/agreement-signing.ts';
import type { CallContext, OpenContext } from '../../kernel/operation/context.ts';
import type { StoredRecord } from '../../kernel/operation/record-store.ts';
import { refuseAgreement } from './errors.ts';

type Sent = Pick<StoredRecord, 'id'> & Readonly<Record<string, unknown>>;

/** Where an agreement that was sent is signed; each sending has a link of its own. */
export function signingLink(agreement: Sent, context: Pick<CallContext, 'protection' | 'services'>): string {
  const query = new URLSearchParams({ agreement: agreement.id, sign: signOf(agreement, context) });
  return `${publicUrl(context)}${signingPath}?${query}`;
}

/** Where people reach this product from outside. */
export function publicUrl({ services }: Pick<CallContext, 'services'>): string {
  if (services.publicUrl === undefined) throw refuseAgreement('E_AGREEMENT_ADDRESS');
  return services.publicUrl;
}

/** Whether a link is the one that was sent with an agreement. */
export function isItsLink(agreement: Sent, sign: string, context: Pick<OpenContext, 'protection'>): boolean {
  const [expected, given] = [Buffer.from(signOf(agreement, context)), Buffer.from(sign)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function signOf({ id, sentAt }: Sent, { protection }: Pick<CallContext, 'protection'>): string {
  return protection.sign(`agreement\n${id}\n${Date.parse(String(sentAt))}`);
}
