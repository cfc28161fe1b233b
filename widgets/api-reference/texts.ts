import type { useReferenceText } from './use-reference-text.ts';

/** What the reference of the interface says. */
export type ReferenceText = ReturnType<typeof useReferenceText>;

const accesses = ['permission', 'signedIn', 'open', 'signed'] as const;
const idempotencies = ['none', 'accepted', 'required'] as const;
const audits = ['read', 'change', 'reveal', 'export', 'session'] as const;
const tones = { read: 'default', change: 'orange', reveal: 'red', export: 'red', session: 'blue' } as const;

/** Who may call an operation, as the document has it. */
export function accessText(access: string, t: ReferenceText): string {
  const known = accesses.find((one) => one === access);
  return known === undefined ? access : t(`access.${known}`);
}

/** Whether an operation takes a request ID. */
export function idempotencyText(idempotency: string, t: ReferenceText): string {
  const known = idempotencies.find((one) => one === idempotency);
  return known === undefined ? idempotency : t(`idempotency.${known}`);
}

/** What an operation does to the data, and its colour; undefined where the document says nothing known. */
export function auditText(
  audit: string,
  t: ReferenceText,
): { readonly text: string; readonly tone: string } | undefined {
  const known = audits.find((one) => one === audit);
  return known === undefined ? undefined : { text: t(`audit.${known}`), tone: tones[known] };
}
