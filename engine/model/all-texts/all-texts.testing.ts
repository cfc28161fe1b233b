// Tests of what a fault tells in English beside Chinese import this: a server and a terminal have every language.

import { addAllTexts } from './all-texts.ts';

addAllTexts();
