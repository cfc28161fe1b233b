let arrived: string | undefined;

/** Remembers the record a queue gave, until its page asks. */
export function noteArrival(id: string): void {
  arrived = id;
}

/** Whether a record is opened because a queue gave it; told once. */
export function takeArrival(id: string): boolean {
  const is = arrived === id;
  if (is) arrived = undefined;
  return is;
}
