import type { EnvelopeCode, Fault } from '../model/faults/index.ts';
import type { RefusalDetail } from '../model/wire/index.ts';

/** Envelope code of a refusal; `network` where no envelope came back at all. */
export type RefusalCode = Exclude<EnvelopeCode, '0'> | 'network';

/** What a call throws when it did not succeed: the envelope's code and sentence, and the detail of the refusal. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly code: RefusalCode;
  readonly detail: RefusalDetail;

  constructor(code: RefusalCode, message: string, detail: RefusalDetail) {
    super(message);
    this.code = code;
    this.detail = detail;
  }

  /** Number to quote when asking for help. */
  get requestId(): string | undefined {
    return this.detail.requestId;
  }

  /** Located faults of the input, by field. */
  get faults(): readonly Fault[] {
    return this.detail.faults ?? [];
  }

  /** Whether the session is gone or the account stopped: only the host can go on from here. */
  get endsSession(): boolean {
    return this.code === '1002' || this.code === '1003';
  }

  /** Whether nothing is answered before the user has changed the password he was given: only the host can ask for it. */
  get asksForPassword(): boolean {
    return this.detail.code === 'E_PASSWORD_FIRST';
  }

  /** Whether the server said that the user may not do this. */
  get isPermission(): boolean {
    return permissionCodes.has(this.detail.code);
  }
}

const permissionCodes = new Set(['E_NO_PERMISSION', 'E_NO_PAGE', 'E_PAGE_OPERATION']);
