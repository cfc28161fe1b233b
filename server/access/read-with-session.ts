import { KeyedCache, memoizeByIdentity } from '../../engine/model/cache/index.ts';
import { Gate, PipeliningDatabase } from '../db/connection/pipelining-database.ts';
import type { SessionSource } from '../db/session-store.ts';
import type { Db } from '../kernel/database/db.ts';
import { type SignedIn, signedInBy, tokenHash } from './sessions.ts';

/** Who was signed in at the last reading call of a session from an address: a guess at who calls now, and never more. */
const lastReaders = memoizeByIdentity((_db: Db) => new KeyedCache<SignedIn>({ max: 2000 }));

/** A call that begins with reading: the token it comes with, and the address it comes from. */
export type ReadingCall = { readonly token: string | undefined; readonly ip: string };

/** What it answers or is refused with, and for whom it was done. */
export type ReadAnswer<Answer> = { readonly signedIn: SignedIn; readonly answer: () => Answer };

/**
 * Reads for whoever a token stands for just now, in one round trip: the session and what is read go out in one packet, the
 * reading for him who called last with the token. What comes back counts only where the session then says the same of
 * him and of the pages; otherwise, whatever it was, it is forgotten and read again for him who calls. Until the session has
 * answered nothing is done but reading rows, and holding them for a change: what does more waits behind it, and is never
 * sent where it says otherwise; then what was held is let go.
 */
export async function readWithSession<Answer>(
  source: SessionSource,
  { token, ip }: ReadingCall,
  read: (signedIn: SignedIn, db: Db) => Promise<Answer>,
): Promise<ReadAnswer<Answer>> {
  const known = lastReaders(source.db);
  const key = token === undefined || token.length > 200 ? '' : `${tokenHash(token)} ${ip}`;
  const guess = known.get(key);
  const { db } = source;
  const early =
    guess === undefined || !(db instanceof PipeliningDatabase)
      ? undefined
      : await readEarly({ ...source, db }, { token, ip }, guess, read);
  if (early?.answer !== undefined) return { signedIn: early.signedIn, answer: early.answer };
  const signedIn = early?.signedIn ?? (await signedInBy(source, token, ip));
  // Whom somebody looks as is asked of further statements.
  if (signedIn.caller.impersonation === undefined) known.set(key, signedIn);
  return { signedIn, answer: await settled(read(signedIn, source.db)) };
}

/** The session, and beside it the reading for whom it was last; without an answer where it is another by now. */
function readEarly<Answer>(
  source: SessionSource & { readonly db: PipeliningDatabase },
  { token, ip }: ReadingCall,
  guess: SignedIn,
  read: (signedIn: SignedIn, db: Db) => Promise<Answer>,
): Promise<{ readonly signedIn: SignedIn; readonly answer?: () => Answer }> {
  const gate = new Gate();
  return source.db.onOneSession(gate, async ({ db, gated }) => {
    let onSent = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      onSent = resolve;
    });
    const session = signedInBy({ ...source, db }, token, ip, false, onSent);
    let reading: Promise<() => Answer> | undefined;
    try {
      await Promise.race([sent, session]);
      reading = settled(read(guess, gated));
      const signedIn = await session;
      const isSame = signedIn.caller === guess.caller && signedIn.designed === guess.designed;
      if (isSame) gate.open();
      else gate.shut();
      const answer = await reading;
      return isSame ? { signedIn, answer } : { signedIn };
    } catch (error) {
      gate.shut();
      await reading;
      throw error;
    }
  });
}

/** What work answers, as a function that answers it or throws what it threw. */
async function settled<Answer>(work: Promise<Answer>): Promise<() => Answer> {
  try {
    const answer = await work;
    return () => answer;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
