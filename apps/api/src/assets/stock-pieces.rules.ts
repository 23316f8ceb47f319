/** A location, or null for pieces whose location is not known. */
export type Place = string | null

/** The stored row of a location. */
export interface PlaceRow {
  readonly location_id: Place
  readonly quantity: number
  readonly changed_at: string
}

/** The pieces of a locked asset by location, while a request changes them. Nothing is written before `saveStock`. */
export class Stock {
  readonly #stored: ReadonlyMap<Place, PlaceRow>
  readonly #changed = new Map<Place, PlaceRow>()

  constructor(rows: readonly PlaceRow[]) {
    this.#stored = new Map(rows.map((row) => [row.location_id, row]))
  }

  /** A copy, whose changes do not affect this one. */
  copy(): Stock {
    const copy = new Stock([...this.#stored.values()])
    for (const row of this.changes()) copy.#changed.set(row.location_id, row)
    return copy
  }

  #row(place: Place): PlaceRow | undefined {
    return this.#changed.get(place) ?? this.#stored.get(place)
  }

  /** The number of pieces at a location. */
  at(place: Place): number {
    return this.#row(place)?.quantity ?? 0
  }

  /** True if a later event of the location is recorded. */
  isChangedSince(place: Place, moment: string): boolean {
    const changed = this.#row(place)?.changed_at
    return changed !== undefined && Date.parse(changed) > Date.parse(moment)
  }

  /** The locations that have pieces. */
  places(): Place[] {
    return [...new Set([...this.#stored.keys(), ...this.#changed.keys()])].filter((one) => this.at(one) > 0)
  }

  /** The number of pieces at all locations together. */
  total(): number {
    return this.places().reduce((sum, place) => sum + this.at(place), 0)
  }

  /** The only location that has pieces; undefined when there are several, or none. */
  onlyPlace(): Place | undefined {
    const [only, ...more] = this.places()
    return more.length === 0 ? only : undefined
  }

  /** Sets how many pieces are at a location. */
  count(place: Place, quantity: number, moment: string): void {
    if (quantity < 0) throw new Error('the quantity at a location cannot be negative')
    const before = this.#row(place)?.changed_at
    const changed_at = before !== undefined && Date.parse(before) > Date.parse(moment) ? before : moment
    this.#changed.set(place, { location_id: place, quantity, changed_at })
  }

  put(place: Place, pieces: number, moment: string): void {
    if (pieces > 0) this.count(place, this.at(place) + pieces, moment)
  }

  take(place: Place, pieces: number, moment: string): void {
    if (pieces > 0) this.count(place, this.at(place) - pieces, moment)
  }

  /** Removes all pieces from all locations. */
  clear(moment: string): void {
    for (const place of this.places()) this.count(place, 0, moment)
  }

  changes(): PlaceRow[] {
    return [...this.#changed.values()]
  }
}
