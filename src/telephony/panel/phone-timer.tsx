import { useEffect, useState } from 'react';
import { clock } from './words.ts';

/** How long the call has lasted, from its answer. */
export function PhoneTimer({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <span className="phone-timer">{clock(Math.max(0, Math.floor((now - since) / 1000)))}</span>;
}
