import type { Services } from '../kernel/services/services.ts';

const none = (): never => {
  throw new TypeError('there are no services here');
};

/** For contexts without a running node behind them, such as first rows: nothing works on jobs, there are no files. */
export const noServices: Services = {
  jobs: { start: none },
  limits: { importRows: 0, uploadDailyBytes: 0 },
  sms: { provider: { submit: none, poll: none, acknowledge: none }, hours: { from: 0, to: 0 }, perSecond: 1 },
  payouts: { pay: none },
  invoices: { issue: none },
  inspector: { headOf: none },
  files: { folder: '', write: none, writeAt: none, read: none, remove: none, freeBytes: none, keysBefore: none },
};
