import { systemCaller } from '../kernel/caller/caller.ts';
import type { AppError } from '../kernel/errors/app-error.ts';
import type { Platform } from '../kernel/operation/context.ts';
import { type AuditEvent, auditOf, recordAudit } from '../records/log/record-audit.ts';

/** Who is refused: a member of staff, or an address where nobody is signed in. */
export type RefusedCaller = { readonly staffId?: string; readonly ip: string };

/** How much of refusals is written down. */
export type RefusalAuditOptions = {
  /** Milliseconds in which the same is written once and then counted; a minute unless told. */
  readonly window?: number;
  /** Different refusals of one caller that get a row of their own in a window. */
  readonly perCaller?: number;
  /** The same for all callers of a node together. */
  readonly inAll?: number;
  /** Told when a row could not be written; the refusal stands all the same. */
  readonly onFault?: (error: unknown) => void;
};

type Counted = { readonly event: AuditEvent; readonly who: RefusedCaller; more: number };

const usual = { window: 60_000, perCaller: 20, inAll: 200, onFault: () => undefined };

/** Refusals that are no matter of permission by their envelope code and are all the same. */
const further: ReadonlySet<string> = new Set([
  'E_VIEWING',
  'E_FILE_GUARDED',
  'E_REVEAL_LIMIT',
  'E_REVEAL_CALL_ONLY',
  'E_REVEAL_ROW',
  'E_STAFF_OWN_GRANTS',
  'E_GRANT_ROLE',
  'E_GRANT_SCOPE',
  'E_GRANT_PROJECT',
  'E_GRANT_PERSON',
]);

/**
 * Writes down refusals of permission, and whatever refusals tell of themselves (`audited`). The first of a caller, act
 * and code gets its row at once; the same again within the window is counted and becomes one row when that is over, so
 * that nobody fills the disk by asking. Beyond the bounds per caller and node refusals are counted together. Counts not
 * yet written are lost with the process, first rows never.
 */
export class RefusalAudit {
  readonly #options: Required<RefusalAuditOptions>;
  readonly #timer: NodeJS.Timeout;
  #counted = new Map<string, Counted>();
  #rowsOf = new Map<string, number>();

  constructor(
    private readonly source: Pick<Platform, 'documents' | 'db' | 'protection'>,
    options: RefusalAuditOptions = {},
  ) {
    this.#options = { ...usual, ...options };
    this.#timer = setInterval(() => void this.settle(), this.#options.window);
    this.#timer.unref();
  }

  /** Notes a refusal of an operation at `path`; nothing for one that is no matter of permission. Never rejects. */
  async note(error: AppError, path: string, who: RefusedCaller): Promise<void> {
    const event = auditOf(error) ?? refusalOf(error, path);
    if (event === undefined) return;
    const caller = who.staffId ?? who.ip;
    const place = this.#placeOf(caller, JSON.stringify([caller, event.action, error.code, path, event.facts]));
    const known = this.#counted.get(place.key);
    if (known !== undefined) {
      known.more += 1;
      return;
    }
    this.#rowsOf.set(caller, (this.#rowsOf.get(caller) ?? 0) + 1);
    const first = place.isOwn ? event : { action: event.action, title: '更多被拒绝的请求', result: 'fail' as const };
    this.#counted.set(place.key, { event: first, who: place.isShared ? { ip: '' } : who, more: 0 });
    await this.#write(first, place.isShared ? { ip: '' } : who);
  }

  /** Writes what was counted and begins a new window. */
  async settle(): Promise<void> {
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    this.#rowsOf = new Map();
    for (const { event, who, more } of counted) {
      if (more === 0) continue;
      await this.#write(
        { ...event, title: `${event.title}（另有 ${more} 次）`, facts: { ...event.facts, times: more } },
        who,
      );
    }
  }

  /** Ends it, with the last counts written. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.settle();
  }

  /** Under what a refusal is counted: itself, with all others of the caller, or with those of all callers. */
  #placeOf(caller: string, key: string): { readonly key: string; readonly isOwn: boolean; readonly isShared: boolean } {
    if (this.#counted.has(key)) return { key, isOwn: true, isShared: false };
    if (this.#counted.size >= this.#options.inAll) return { key: 'others', isOwn: false, isShared: true };
    if ((this.#rowsOf.get(caller) ?? 0) >= this.#options.perCaller)
      return { key: `others of ${caller}`, isOwn: false, isShared: false };
    return { key, isOwn: true, isShared: false };
  }

  async #write(event: AuditEvent, { staffId = systemCaller.staffId, ip }: RefusedCaller): Promise<void> {
    const now = new Date().toISOString();
    await recordAudit(event, { ...this.source, caller: { staffId, ip }, now }).catch(this.#options.onFault);
  }
}

function refusalOf({ code, entry, message, facts }: AppError, path: string): AuditEvent | undefined {
  const isOfPermission = (entry.envelope === '1001' && entry.http === 200) || further.has(code);
  if (!isOfPermission) return undefined;
  const wanted = typeof facts.expected === 'string' ? facts.expected : undefined;
  return {
    action: 'access.refused',
    title: `被拒绝：${path}（${message}）`,
    facts: { code, path, ...(wanted === undefined ? {} : { wanted }) },
    result: 'fail',
  };
}
