import type { ReactNode } from 'react';

type ShellMessageProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail?: string;
  /** What can be done about it. */
  readonly children: ReactNode;
};

/** Says in the place of a page why there is none. */
export function ShellMessage({ icon, title, detail, children }: ShellMessageProps) {
  return (
    <div className="shell-message">
      <span className="shell-message-icon">{icon}</span>
      <h1>{title}</h1>
      {detail === undefined ? null : <p>{detail}</p>}
      {children}
    </div>
  );
}
