import { type CallContext, modelOf } from '../kernel/operation/context.ts';
import { boundFields, lookUp } from '../records/lookup/lookup.ts';

/**
 * Looks whose a number is that somebody typed, or a browser told in clear: a lookup like that of a whole number in the
 * list of customers. Refused (E_LOOKUP_LIMIT) beyond the quota; not bound is who sees numbers in clear.
 */
export function lookUpNumber<Answer>(
  number: string,
  context: CallContext,
  look: () => Promise<{ readonly answer: Answer; readonly isHit: boolean }>,
): Promise<Answer> {
  const entity = modelOf(context.documents, 'customer');
  const mobile = entity.document.fields.filter(({ key }) => key === 'mobile');
  const fields = boundFields(mobile, context.caller);
  if (fields.length === 0) return look().then(({ answer }) => answer);
  return lookUp({ entity, fields, hash: context.protection.hash(number) }, context, look, 'dial');
}
