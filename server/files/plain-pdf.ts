const lineHeight = 24;

/**
 * A page of A4 with lines of text, in a font that every reader of PDF has for Chinese: nothing is embedded. For papers of
 * a trial, not for print.
 */
export function plainPdf(lines: readonly string[]): Buffer {
  const drawn = lines.map((line, at) => `1 0 0 1 60 ${780 - at * lineHeight} Tm <${hexOf(line)}> Tj`);
  const text = ['BT', '/F1 14 Tf', ...drawn, 'ET'].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
  ];
  let whole = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(whole.length);
    whole += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  return Buffer.from(
    `${whole}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${whole.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A text as the font is asked for it: two bytes a character, the higher first. */
function hexOf(text: string): string {
  return [...text].map((char) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')).join('');
}
