import { text } from '../kernel/schema.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a name cannot hold
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/

/** A part of a person's name: 1 to 100 code points of any script, trimmed, in NFC, without control characters. */
export const namePart = () => text(100).normalize('NFC').regex(NO_CONTROL_CHARACTERS)
