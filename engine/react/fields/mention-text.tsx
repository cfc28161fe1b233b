import { Tag } from 'antd';

type MentionTextProps = {
  readonly text: string;
  /** What those are called who are mentioned. */
  readonly names: readonly string[];
};

/** A text in which whoever is mentioned stands out. */
export function MentionText({ text, names }: MentionTextProps) {
  return partsOf(text, names).map(({ part, at, isMention }) =>
    isMention ? (
      <Tag key={at} color="blue" className="engine-mention">
        {part}
      </Tag>
    ) : (
      <span key={at}>{part}</span>
    ),
  );
}

type Part = { readonly part: string; readonly at: number; readonly isMention: boolean };

/** The text cut where somebody is mentioned; of names that begin alike the longest counts. */
export function partsOf(text: string, names: readonly string[]): readonly Part[] {
  const wanted = [...names].sort((one, other) => other.length - one.length).map((name) => `@${name}`);
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const mention = wanted.find((name) => text.startsWith(name, at));
    if (mention === undefined) continue;
    if (at > from) parts.push({ part: text.slice(from, at), at: from, isMention: false });
    parts.push({ part: mention, at, isMention: true });
    from = at + mention.length;
  }
  if (from < text.length) parts.push({ part: text.slice(from), at: from, isMention: false });
  return parts;
}
