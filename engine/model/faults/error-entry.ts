/** Envelope codes of the specification: how loudly the client tells the user. */
export type EnvelopeCode = '0' | '1' | '1001' | '1002' | '1003';

/** One entry of the error catalogue. `{name}` in the texts is replaced by the fact of that name. */
export type ErrorEntry = {
  readonly envelope: EnvelopeCode;
  /** HTTP status; 200 for every application outcome, others for transport only. */
  readonly http: number;
  readonly zh: string;
  readonly en: string;
  /** What the reader can do about it, for docs/errors.md. */
  readonly next: string;
};

/** A refusal of what was asked, as most are. */
export const business = { envelope: '1', http: 200 } as const;
