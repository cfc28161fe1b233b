import type { ReactNode } from 'react';
import './made.css';

type Props = { readonly label: string; readonly help?: string; readonly children: ReactNode };

/** A line of the wizard: what is chosen, its input, and what there is to know of it. */
export function Field({ label, help, children }: Props) {
  return (
    <div className="made-field">
      <span className="made-label">{label}</span>
      {children}
      {help === undefined ? null : <span className="engine-quiet made-help">{help}</span>}
    </div>
  );
}
