/** Under what is kept who is at records: whoever hears that somebody came or went asks again. */
export const presenceKey = ['record-presence'] as const;
