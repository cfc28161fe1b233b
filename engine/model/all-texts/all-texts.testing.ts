import { addAllTexts } from './all-texts.ts';

addAllTexts();
