import { pictureAddressesKey, type WireRecord } from '../../engine/model/wire/index.ts';

type Row = Readonly<Record<string, unknown>>;

/** A formatted text with where its pictures are found, by file. */
export type ShownText = { readonly html: string; readonly addresses: Readonly<Record<string, string>> };

/** What a student sees of a question before answering it. */
export type ShownQuestion = {
  readonly id: string;
  /** Before the stem of a sub-question, such as `（1）`; empty of a question of its own. */
  readonly number: string;
  readonly kind: string;
  readonly score: number;
  readonly stem: ShownText;
  readonly options: readonly (ShownText & { readonly id: string })[];
  /** How many places there are to fill in. */
  readonly gaps: number;
};

/** Fields a question is shown from; no answer is among them. */
export const questionFields = [...['kind', 'score', 'stem', 'gapCount', 'subNo', 'subCount'], 'options.content'];

/** Reads a question from an answer of the server. */
export function questionOf(record: WireRecord): ShownQuestion {
  const { options, subNo } = record;
  const rows: readonly Row[] = Array.isArray(options) ? options : [];
  return {
    id: record.id,
    number: typeof subNo === 'number' ? `（${subNo}）` : '',
    kind: String(record.kind),
    score: Number(record.score),
    stem: textOf(record, 'stem'),
    options: rows.map((row) => ({ id: String(row.id), ...textOf(row, 'content') })),
    gaps: Number(record.gapCount ?? 0),
  };
}

function textOf(row: Row, key: string): ShownText {
  const beside = row[pictureAddressesKey];
  const told: unknown = isRow(beside) ? beside[key] : undefined;
  const addresses = isRow(told) ? Object.entries(told).map(([file, address]) => [file, String(address)]) : [];
  return { html: String(row[key] ?? ''), addresses: Object.fromEntries(addresses) };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
