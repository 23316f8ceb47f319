/** True if a code point belongs to a class. */
export type Holds = (point: number) => boolean

const isBetween = (low: string, high: string): Holds => {
  const [from, to] = [low.charCodeAt(0), high.charCodeAt(0)]
  return (point) => point >= from && point <= to
}

const any =
  (...members: readonly Holds[]): Holds =>
  (point) =>
    members.some((holds) => holds(point))

const not =
  (holds: Holds): Holds =>
  (point) =>
    !holds(point)

/** One character matched against one Unicode property; it cannot backtrack. */
const property = (expression: RegExp): Holds => {
  return (point) => expression.test(String.fromCodePoint(point))
}

const digit = isBetween('0', '9')
const word = any(digit, isBetween('a', 'z'), isBetween('A', 'Z'), isBetween('_', '_'))
const space = property(/^\s$/u)

const properties: Readonly<Record<string, Holds>> = {
  L: property(/^\p{L}$/u),
  Lu: property(/^\p{Lu}$/u),
  Ll: property(/^\p{Ll}$/u),
  N: property(/^\p{N}$/u),
  Nd: property(/^\p{Nd}$/u),
  P: property(/^\p{P}$/u),
  S: property(/^\p{S}$/u),
  Z: property(/^\p{Z}$/u),
}

const classes = new Map<string, Holds>([
  ['d', digit],
  ['D', not(digit)],
  ['w', word],
  ['W', not(word)],
  ['s', space],
  ['S', not(space)],
  ...Object.entries(properties).flatMap(([name, holds]): [string, Holds][] => [
    [`p{${name}}`, holds],
    [`P{${name}}`, not(holds)],
  ]),
])

/** The class that an escape names, such as `d` or `p{L}`. */
export const classOf = (name: string): Holds | undefined => classes.get(name)
