import { ApiRefusal } from '../../../engine/client/index.ts';
import { faultMessage } from '../../../engine/model/faults/index.ts';

/** What was entered of a call and not saved. */
export type CallDraft = {
  readonly callId: string;
  readonly subjectId: string | undefined;
  /** Undefined while the result is the one that the call itself suggests. */
  readonly result: string | undefined;
  readonly note: string;
  /** ISO 8601. */
  readonly next: string | null;
};

/** Who a stranger is said to be, not registered yet. */
export type StrangerDraft = {
  readonly callId: string;
  readonly name: string;
  readonly projectId: string | undefined;
  readonly channelId: string | undefined;
  readonly note: string;
};

/** How it stands with what was sent of a call: on its way, or why it was refused. */
export type NoteSave = {
  readonly callId: string;
  readonly isSaving: boolean;
  readonly refusal: string | undefined;
};

/**
 * What is noted of a call, and how its saving stands: both outlive the panel, which is put away and moved. What is on its
 * way is not sent again by a form that was brought back.
 */
export class CallMemo {
  draft: CallDraft | undefined;
  stranger: StrangerDraft | undefined;
  readonly #listeners = new Set<() => void>();
  #save: NoteSave | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly saved = (): NoteSave | undefined => this.#save;

  /** Sends what was noted of a call unless it is on its way already; what was entered is forgotten once that is done. */
  async save(callId: string, send: () => Promise<unknown>, onDone: () => void): Promise<void> {
    if (this.#save?.callId === callId && this.#save.isSaving) return;
    this.#tell({ callId, isSaving: true, refusal: undefined });
    try {
      await send();
    } catch (error) {
      this.#end(callId, refusalText(error));
      if (!(error instanceof ApiRefusal)) throw error;
      return;
    }
    if (this.draft?.callId === callId) this.draft = undefined;
    if (this.stranger?.callId === callId) this.stranger = undefined;
    this.#end(callId, undefined);
    onDone();
  }

  /** Says why what was entered cannot be sent. */
  refuse(callId: string, refusal: string): void {
    this.#tell({ callId, isSaving: false, refusal });
  }

  /** What became of a call is told, unless that of a later call is being told by now. */
  #end(callId: string, refusal: string | undefined): void {
    if (this.#save?.callId === callId) this.#tell({ callId, isSaving: false, refusal });
  }

  #tell(save: NoteSave): void {
    this.#save = save;
    for (const listener of this.#listeners) listener();
  }
}

/** Why something was refused, by the first thing that is wrong; nothing is said of an error of another kind. */
function refusalText(error: unknown): string | undefined {
  if (!(error instanceof ApiRefusal)) return undefined;
  const [first] = error.faults;
  return first === undefined ? error.message : faultMessage(first);
}
