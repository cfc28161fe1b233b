/** Most records that are named at a time. */
export const maxNamedRecords = 50;

/** What open pages listen to: somebody came to a record, went, or began to change it. */
export const presenceTopic = 'presence';
