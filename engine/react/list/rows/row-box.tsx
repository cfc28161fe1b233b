import { useEffect, useRef } from 'react';
import './row-box.css';

type RowBoxProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly isPartly?: boolean;
  /** Whether it only says what is so. */
  readonly isFixed?: boolean;
  readonly onToggle: (isRange: boolean) => void;
};

/** The box that selects a row, or all of them. */
export function RowBox({ label, checked, isPartly = false, isFixed = false, onToggle }: RowBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <label className="engine-box">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        title={label}
        checked={checked}
        disabled={isFixed}
        onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
    </label>
  );
}
