const HEADER = 'x-read-after'

/** Pads a position so that positions compare as text. A position is two hexadecimal numbers (`16/B374D848`). */
const sortable = (position: string) =>
  position
    .split('/')
    .map((part) => part.padStart(8, '0').toUpperCase())
    .join('/')

/**
 * The latest position in the write-ahead log of the database that a client has seen. The client sends the position with
 * every request, so that it reads its own writes, whichever instance and database server (primary or replica) answers.
 */
export class ReadAfter {
  #position = '0/0'

  addTo(headers: Headers): void {
    headers.set(HEADER, this.#position)
  }

  /** Stores the position of an answer if it is later than the stored one. */
  keep({ headers }: Response): void {
    const position = headers.get(HEADER)
    if (position !== null && sortable(position) > sortable(this.#position)) this.#position = position
  }
}
