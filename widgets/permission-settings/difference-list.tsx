import type { Difference } from './role-draft.ts';

const tones = { more: 'green', less: 'red', other: 'blue' } as const;

type ListProps = {
  readonly changes: readonly Difference[];
  readonly label: string;
  /** What more, less and otherwise are called here. */
  readonly words: Readonly<Record<Difference['kind'], string>>;
};

/** Differences, one below the other. */
export function DifferenceList({ changes, label, words }: ListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <ul className="grant-differences" aria-label={label} tabIndex={0}>
      {changes.map(({ kind, area, text }) => (
        <li key={`${kind} ${area} ${text}`}>
          <span className={`engine-tag engine-tone-${tones[kind]}`}>{words[kind]}</span>
          <span className="engine-quiet">{area}</span>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
