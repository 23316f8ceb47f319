/** The number of pieces that a text means: `12`, or `=12` if 12 is also a code. */
export function piecesOf(text: string) {
  const [, sign, digits] = /^(=?)(\d{1,7})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  return { digits, quantity: Number(digits), isMarked: sign === '=' }
}
