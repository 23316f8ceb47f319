interface Placed {
  readonly id: string
  readonly position: number
}

/** Moves the record at index `from` to index `to`, and writes each position that changes. Positions are multiples of 10. */
export async function reorder(
  placed: readonly Placed[],
  from: number,
  to: number,
  write: (id: string, position: number) => Promise<unknown>,
) {
  const order = placed.toSpliced(from, 1)
  const moved = placed[from]
  if (!moved) return
  order.splice(to, 0, moved)
  for (const [at, { id, position }] of order.entries()) {
    const place = (at + 1) * 10
    if (position !== place) await write(id, place)
  }
}
