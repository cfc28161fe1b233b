import { KeyedCache } from '../../../engine/model/cache/index.ts';
import { withCustom } from '../../../engine/model/custom/index.ts';
import type { DocumentSet } from '../../../engine/model/documents/index.ts';
import { designVersion, readCustom } from '../../db/design/custom-store.ts';
import type { Db } from '../../kernel/database/db.ts';

/** Milliseconds after which the version is asked anew, where no session tells it. */
const freshFor = 1000;

/**
 * What a node does its work with, as it is in force: made from the shipped documents and what was made in the app beside
 * them. Every call is told the version with its session; only when that is another one than before the fields and
 * dictionaries are read, and only when these are others what follows from them is made anew, once for all calls that wait.
 * Calls under way go on with what they began with, which the tables hold too.
 */
export class InForce<Made extends object> {
  readonly #byVersion = new KeyedCache<Made>({ max: 8 });
  /** What is being read: calls that come meanwhile wait for it too. */
  #reading: { readonly version: string; readonly made: Promise<Made> } | undefined;
  readonly #byContent = new KeyedCache<Made>({ max: 3 });
  #recent: { readonly made: Promise<Made>; readonly at: number } | undefined;

  constructor(
    private readonly shipped: { readonly documents: DocumentSet; readonly made: Made },
    private readonly make: (documents: DocumentSet) => Made,
  ) {}

  /** What belongs to a version; without one it is asked. */
  async at(version: string | null | undefined, db: Db): Promise<Made> {
    if (typeof version !== 'string') return this.#read(db);
    const known = this.#byVersion.get(version);
    if (known !== undefined) return known;
    if (this.#reading?.version !== version) this.#reading = { version, made: this.#read(db) };
    const reading = this.#reading;
    try {
      const made = await reading.made;
      this.#byVersion.set(version, made);
      return made;
    } finally {
      // What could not be read is read again by the next call.
      if (this.#reading === reading) this.#reading = undefined;
    }
  }

  /** What is in force just now, for work without a session. */
  async present(db: Db): Promise<Made> {
    return this.at(await designVersion(db), db);
  }

  /** The same, asked once a second at most, for calls without a session. */
  recent(db: Db): Promise<Made> {
    const now = Date.now();
    if (this.#recent === undefined || now - this.#recent.at > freshFor) {
      const made = this.present(db);
      this.#recent = { made, at: now };
      made.catch(() => {
        this.#recent = undefined;
      });
    }
    return this.#recent.made;
  }

  async #read(db: Db): Promise<Made> {
    const { content } = await readCustom(db);
    if (content.fields.length + content.dictionaries.length === 0) return this.shipped.made;
    return this.#byContent.of(JSON.stringify(content), () =>
      this.make(withCustom<DocumentSet>(this.shipped.documents, content)),
    );
  }
}
