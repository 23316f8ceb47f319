/**
 * The characters of a one-line text. Invisible characters, and those that change the text direction, are not allowed:
 * with them, two different names could look the same.
 */

// Control characters, soft hyphens, zero-width characters, fillers and blanks, line and paragraph separators, direction marks
// and overrides.
const PATTERN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a line cannot hold
  /^[^\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffc]*$/

/** The pattern of a line, as the document shows it. */
export const LINE_PATTERN = PATTERN.source

/** True for a text without line breaks and invisible characters. */
export const isLine = (value: string): boolean => PATTERN.test(value)

/** Arabic letters that join to neither side, or only to the letter before: a joiner after them changes nothing. */
const UNJOINED =
  '\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef'
const VIRAMAS = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2'

/** Joiners that change how the text looks: between Arabic letters and after a virama (RFC 5892, A.1 and A.2), and in emoji. */
const SEEN_JOINER = new RegExp(
  [
    `(?<=(?![${UNJOINED}])(?=\\p{L})\\p{Script=Arabic}\\p{M}*)\\u200c(?=\\p{Script=Arabic})`,
    `(?<=[${VIRAMAS}])[\\u200c\\u200d]`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
)
const JOINERS = /[\u200c\u200d]/g

/** Returns a line as it is stored: in NFC, trimmed, and without joiners that change nothing. */
export function canonicalLine(value: string): string {
  const line = value.normalize('NFC')
  return (line.search(JOINERS) < 0 ? line : withoutUnseenJoiners(line)).trim()
}

function withoutUnseenJoiners(line: string): string {
  const seen = new Set([...line.matchAll(SEEN_JOINER)].map(({ index }) => index))
  return line.replace(JOINERS, (joiner, at: number) => (seen.has(at) ? joiner : ''))
}
