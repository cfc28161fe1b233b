import { useEffect, useRef } from 'react';
import { withSharedParts } from '../../model/json/index.ts';

/** A value whose parts stay the same objects from drawing to drawing while they say the same. */
export function useSharedParts<Value>(value: Value): Value {
  const last = useRef(value);
  const kept = withSharedParts(value, last.current);
  useEffect(() => {
    last.current = kept;
  }, [kept]);
  return kept;
}
