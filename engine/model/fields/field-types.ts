import { bool } from './bool.ts';
import { color } from './color.ts';
import { date, month } from './date.ts';
import { datetime } from './datetime.ts';
import { decimal } from './decimal.ts';
import { email } from './email.ts';
import { enumType } from './enum.ts';
import { file } from './file.ts';
import { files } from './files.ts';
import { html } from './html.ts';
import { idcard } from './idcard.ts';
import { image } from './image.ts';
import { images } from './images.ts';
import { int } from './int.ts';
import { json } from './json.ts';
import type { FieldType, FieldTypeName } from './kind/field-type.ts';
import { mobile } from './mobile.ts';
import { money } from './money.ts';
import { ref } from './ref.ts';
import { refs } from './refs.ts';
import { string } from './string.ts';
import { text } from './text.ts';
import { url } from './url.ts';

/** Every type of fields: a new one is a word of the grammar, a file in each folder of types, and its line in each table. */
export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
  int,
  decimal,
  money,
  date,
  month,
  datetime,
  string,
  enum: enumType,
  bool,
  text,
  ref,
  refs,
  json,
  html,
  mobile,
  idcard,
  email,
  url,
  color,
  file,
  image,
  files,
  images,
};
