import { invalid, problem } from '../base/problem.ts'
import type { Place, Stock } from './stock-pieces.rules.ts'

/** Pieces to take from a stock. */
interface PiecesToTake {
  readonly quantity: number
  /** The location in the request. */
  readonly from?: Place | undefined
  /** The member of the request that names the location, for an error. */
  readonly field: string
  /** A location that no pieces may be taken from. */
  readonly except?: Place
}

/**
 * Throws if more pieces are taken from a location than are available there. The message states how many are available elsewhere.
 */
export function assertAvailableAt(
  stock: Stock,
  place: Place,
  quantity: number,
  available = stock.at(place),
): void {
  if (quantity <= available) return
  const elsewhere = stock.total() - stock.at(place)
  throw problem(
    'insufficient_quantity',
    { location_id: place, available_quantity: available, elsewhere_quantity: elsewhere },
    `Pieces available at ${place === null ? 'no known location' : 'the location'}: ${available}, elsewhere: ${elsewhere}. Take fewer pieces, or send another location (GET /assets/{asset_id}/stock lists them).`,
  )
}

/** The location that pieces are taken from: the given one, or else the only one, or else the unknown one. */
export function sourceOf(stock: Stock, { quantity, from, field, except }: PiecesToTake): Place {
  const places = stock.places().filter((place) => place !== except)
  if (from !== undefined && from !== null) {
    assertAvailableAt(stock, from, quantity)
    return from
  }
  const [only = null, ...more] = places
  if (more.length === 0) {
    assertAvailableAt(stock, only, quantity, only === except ? 0 : stock.at(only))
    return only
  }
  if (places.includes(null) && stock.at(null) >= quantity) return null
  throw invalid({
    field,
    code: 'required',
    message:
      'the pieces are at several locations; send the location to take them from (GET /assets/{asset_id}/stock)',
  })
}

/**
 * The locations that pieces are taken from when the request cannot state one: the unknown location first, then the one with
 * the most pieces, and further ones if needed. `first` precedes all others; `except` is left out.
 */
export function sourcesOf(
  stock: Stock,
  quantity: number,
  except?: Place,
  first?: Place,
): [place: Place, pieces: number][] {
  const rank = (place: Place) => (place === first ? 0 : place === null ? 1 : 2)
  const places = stock.places().filter((place) => place !== except)
  places.sort((a, b) => rank(a) - rank(b) || stock.at(b) - stock.at(a))
  let left = quantity
  return places.flatMap((place): [Place, number][] => {
    const pieces = Math.min(left, stock.at(place))
    left -= pieces
    return pieces > 0 ? [[place, pieces]] : []
  })
}
