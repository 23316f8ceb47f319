/** A location, or null for pieces whose location is not known. */
export type Place = string | null

/** The stored row of a location. */
export interface PlaceRow {
  readonly location_id: Place
  readonly quantity: number
  readonly changed_at: string
}

const byPlace = (rows: readonly PlaceRow[]) => new Map(rows.map((row) => [row.location_id, row]))

/**
 * The pieces of a locked asset by location. A stock does not change: each method that moves pieces returns another stock, which
 * `saveStock` writes.
 */
export class Stock {
  readonly #stored: ReadonlyMap<Place, PlaceRow>
  readonly #changed: ReadonlyMap<Place, PlaceRow>

  /** A stock of stored rows, and of rows that differ from the stored ones. */
  constructor(stored: readonly PlaceRow[], changed: readonly PlaceRow[] = []) {
    this.#stored = byPlace(stored)
    this.#changed = byPlace(changed)
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

  /** The row of a location with this number of pieces. The time of its latest event remains. */
  #counted(place: Place, quantity: number, moment: string): PlaceRow {
    if (quantity < 0) throw new Error('the quantity at a location cannot be negative')
    const before = this.#row(place)?.changed_at
    const changed_at = before !== undefined && Date.parse(before) > Date.parse(moment) ? before : moment
    return { location_id: place, quantity, changed_at }
  }

  #with(rows: readonly PlaceRow[]): Stock {
    return new Stock([...this.#stored.values()], [...this.#changed.values(), ...rows])
  }

  /** The stock with this number of pieces at a location. */
  count(place: Place, quantity: number, moment: string): Stock {
    return this.#with([this.#counted(place, quantity, moment)])
  }

  /** The stock with further pieces at a location. */
  put(place: Place, pieces: number, moment: string): Stock {
    return pieces > 0 ? this.count(place, this.at(place) + pieces, moment) : this
  }

  /** The stock with fewer pieces at a location. */
  take(place: Place, pieces: number, moment: string): Stock {
    return pieces > 0 ? this.count(place, this.at(place) - pieces, moment) : this
  }

  /** The stock with fewer pieces at several locations. */
  takeAll(sources: readonly (readonly [place: Place, pieces: number])[], moment: string): Stock {
    return this.#with(sources.map(([place, pieces]) => this.#counted(place, this.at(place) - pieces, moment)))
  }

  /** The stock without the pieces at these locations. */
  clear(moment: string, places: readonly Place[] = this.places()): Stock {
    return this.#with(places.map((place) => this.#counted(place, 0, moment)))
  }

  /** The rows that differ from the stored ones. */
  changes(): PlaceRow[] {
    return [...this.#changed.values()]
  }
}
