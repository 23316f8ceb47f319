/** A map that deletes its oldest entry when it is full. */
export function newestOf<K, V>(limit: number) {
  const entries = new Map<K, V>()
  return {
    get: (key: K): V | undefined => entries.get(key),
    set(key: K, value: V): void {
      if (entries.size >= limit) {
        const oldest = entries.keys().next()
        if (!oldest.done) entries.delete(oldest.value)
      }
      entries.set(key, value)
    },
  }
}
