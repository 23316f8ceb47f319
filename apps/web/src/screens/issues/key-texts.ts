import { msg } from '@lingui/core/macro'
import type { KeyTexts } from '../../records/screen-keys.ts'

const workKeys: KeyTexts = [
  ['a', msg`Assign: a few letters of the name, then Enter`],
  ['m', msg`Move: a letter of the move, then Enter`],
]

/** The keys of the board, for the card that has the focus. */
export const boardKeys: KeyTexts = [['Enter', msg`Open the issue`], ...workKeys]

/** The keys of the list of issues, besides those of every list. */
export const listKeys: KeyTexts = [
  ...workKeys,
  ['i', msg`Assign to me`],
  ['e', msg`Change priority, due date and labels`],
  ['c', msg`Create an issue`],
  ['/', msg`Search in the list`],
]
