import type { Value } from '../../contract/definition/schema.ts';
import { type logUse, type UseEntry, useCatalog } from '../../contract/logs.ts';
import type { CallContext } from '../kernel/operation/context.ts';
import { mutate } from '../records/change/mutate.ts';

/** Keeps what the browser tells of its use in the operation log: one entry, or several as `entries`. */
export async function keepUse(body: Value<typeof logUse.input>, context: CallContext): Promise<null> {
  const entries: readonly UseEntry[] = 'entries' in body ? body.entries : [body];
  const { staffId, ip } = context.caller;
  return mutate('operation_log.use', body, context, async ({ records }) => {
    for (const { action, value = '' } of entries)
      await records.insertLater('operation_log', { staffId, catalog: useCatalog, action, value, ip, result: 'ok' });
    return null;
  });
}
