const somebody = '0190f0a0-0000-7000-8000-000000000001';

/** A value of a field's type that nothing of the orders of tests has. */
export function forgedOf({ type, ref }: { readonly type: string; readonly ref?: string }): unknown {
  if (ref !== undefined) return type === 'refs' ? [somebody] : somebody;
  const byType: Readonly<Record<string, unknown>> = {
    ...{ int: 7, money: 7, decimal: 7, bool: true, date: '2031-01-01', datetime: '2031-01-01T00:00:00.000Z' },
  };
  return byType[type] ?? 'forged';
}
