/** Where an order stands that is not yet closed, rejected or cancelled. */
export const openStatuses = ['pending_assign', 'pending_accept', 'processing', 'paused', 'pending_confirm'] as const;
/** Where an order waits for somebody to work on it, and its time runs. */
export const runningStatuses = ['pending_assign', 'pending_accept', 'processing'] as const;
