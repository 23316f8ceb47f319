/** Parses sizes from arguments `name=number`, with `usual` as defaults. Throws for any other argument. */
export function sizesOf<K extends string>(
  words: readonly string[],
  usual: Readonly<Record<K, number>>,
): Record<K, number> {
  const sizes: Record<K, number> = { ...usual }
  for (const word of words) {
    const [name = '', value = ''] = word.split('=')
    if (!Object.hasOwn(usual, name) || !/^[1-9]\d*$/.test(value))
      throw new Error(`${word}: give sizes as name=number, of ${Object.keys(usual).join(', ')}`)
    sizes[name as K] = Number(value)
  }
  return sizes
}
