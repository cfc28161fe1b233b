/** Words whose figures stand below one another in a column. */
export function inDigits(words: string) {
  return <span className="engine-number">{words}</span>;
}
