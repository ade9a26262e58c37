/**
 * Characters that open or close a construct wherever they stand. `(`, `{` and `.` are not among
 * them: a link needs a bracket, which is, and an ordered item needs a line start.
 */
const ANYWHERE = /[\\`*_[\]<|~]/g;

/** List markers, headings, quotes, setext underlines and table rules mean something only first on a line. */
const LINE_START = /^([#+\-=>:])/;
const ORDERED_ITEM = /^(\d{1,9})([.)])/;

/** `&` starts a character reference only before a name or a number. */
const REFERENCE = /&(?=[#A-Za-z])/g;

/** `!` makes an image of a bracket that the caller puts behind the text, a citation marker say. */
const LAST = /!$/;

/** What GFM turns into links by itself: `http://`, `www.` and `name@host`. */
const AUTOLINK = /:(?=\/\/)|(?<=www)\.|@/gi;

/** Everything but tab, newline and the other white space that `\s` already folds into a space. */
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f]/g;

/**
 * Makes plain text literal in GFM: parsed inside a paragraph, list item, table cell or block quote
 * it gives back the same characters and nothing else.
 *
 * White space, line breaks included, becomes single spaces and is trimmed at both ends; control
 * characters are dropped (Markdown has no way to write them). Only what could mean something is
 * escaped, so that the Markdown stays readable: `U.S. (5.2%)` comes back unchanged.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(CONTROL, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ANYWHERE, '\\$&')
    .replace(REFERENCE, '\\&')
    .replace(AUTOLINK, '\\$&')
    .replace(LAST, '\\!')
    .replace(LINE_START, '\\$1')
    .replace(ORDERED_ITEM, '$1\\$2');
}
