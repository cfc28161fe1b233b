import { Rehearsed } from '../../kernel/operation/rehearsed.ts';
import type { FileStore } from '../../kernel/services/file-store.ts';
import type { Jobs } from '../../kernel/services/jobs.ts';
import type { Services } from '../../kernel/services/services.ts';

/** What reaches beyond the database ends what is only tried out: it could not be taken back. */
async function outside(): Promise<never> {
  throw new Rehearsed();
}

/** The services of a call that is only tried out: what can be read is, nothing leaves the house. */
export function withoutOutside(services: Services): Services {
  const { telephony: _, couriers: __, customTables: ___, sealHead: ____, ...kept } = services;
  return {
    ...kept,
    jobs: joiningOnly(kept.jobs),
    files: readOnly(kept.files),
    sms: { ...kept.sms, provider: { submit: outside, poll: outside, acknowledge: outside } },
    payouts: { pay: outside },
    invoices: { issue: outside },
  };
}

/** Work that is taken back with the change it belongs to. */
function joiningOnly(jobs: Jobs): Jobs {
  return {
    start: (kind, input, context, subject) =>
      context.db.isTransaction ? jobs.start(kind, input, context, subject) : outside(),
  };
}

function readOnly(files: FileStore): FileStore {
  return {
    folder: files.folder,
    read: (key, range) => files.read(key, range),
    freeBytes: () => files.freeBytes(),
    keysBefore: (moment) => files.keysBefore(moment),
    write: outside,
    writeAt: outside,
    remove: outside,
  };
}
