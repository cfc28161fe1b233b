import { useState } from 'react';

/** At which side of the window the telephone lies. */
export type Side = 'left' | 'right';

const kept = 'phone.side';

/** The side that was chosen last in this browser, the right one at first, and what puts it to the other. */
export function useSide(): readonly [Side, () => void] {
  const [side, setSide] = useState(readSide);
  const other = side === 'left' ? 'right' : 'left';
  const change = () => {
    setSide(other);
    try {
      localStorage.setItem(kept, other);
    } catch {
      // Chosen again next time.
    }
  };
  return [side, change];
}

function readSide(): Side {
  try {
    return localStorage.getItem(kept) === 'left' ? 'left' : 'right';
  } catch {
    return 'right';
  }
}
