const HEADER = 'x-read-after'

/** Comparable texts of equal length; a position is two hexadecimal numbers (`16/B374D848`). */
const sortable = (position: string) =>
  position
    .split('/')
    .map((part) => part.padStart(8, '0').toUpperCase())
    .join('/')

/**
 * The position in the log of the database of what a client has written and read. The client sends it with every request, so
 * that it reads what it wrote, whichever instance of the service answers, and from whichever server that reads.
 */
export class ReadAfter {
  #position = '0/0'

  addTo(headers: Headers): void {
    headers.set(HEADER, this.#position)
  }

  /** Keeps the position of an answer, where it has one that is later. */
  keep({ headers }: Response): void {
    const position = headers.get(HEADER)
    if (position !== null && sortable(position) > sortable(this.#position)) this.#position = position
  }
}
