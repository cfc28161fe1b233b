import type { ReactNode } from 'react';

type LabelledProps = { readonly id: string; readonly title: string; readonly children: ReactNode };

/** A choice under its name. */
export function Labelled({ id, title, children }: LabelledProps) {
  return (
    <div className="analysis-choice">
      <label htmlFor={id}>{title}</label>
      {children}
    </div>
  );
}
