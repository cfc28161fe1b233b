import { Suspense, useEffect, useState } from 'react';
import type { Access } from '../../access/access.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';

// Nothing of it belongs to the first page: it comes when that stands.
const PhoneDock = lazyPart(async () => (await import('./phone-dock.tsx')).PhoneDock);

/** How long the first page has the browser for itself. */
const headStart = 2000;

/** The place of the telephone in the shell. */
export function PhonePlace({ access }: { readonly access: Access }) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), headStart);
    return () => clearTimeout(timer);
  }, []);
  return isTime ? (
    <Suspense fallback={null}>
      <PhoneDock access={access} />
    </Suspense>
  ) : null;
}
