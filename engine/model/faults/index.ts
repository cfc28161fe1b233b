// Errors, their codes and words, and faults located in a document.

export type { EnvelopeCode, ErrorEntry } from './error-entry.ts';
export { type ErrorCode, errorCatalogue } from './errors.ts';
export { type Fault, type FaultCode, pointer } from './fault.ts';
export { faultMessage, fillTemplate } from './fault-errors.ts';
export { speakErrors, spokenError } from './spoken.ts';
