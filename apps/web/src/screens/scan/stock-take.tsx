import type { Asset } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { Refused } from '../../problem-text.ts'
import { type List, readPage } from '../../records/list.ts'
import { type Count, Counted, type CountedAsset, type Thing } from './counted.tsx'
import { assetOfLine, lookUp, placesCalled, readAsset } from './look-up.ts'
import { piecesOf } from './pieces.ts'
import { type Result, ScanPage } from './scan-page.tsx'
import { useSession } from './session.ts'
import { useOnly } from './use-only.ts'
import { type StillHeld, useTakeBack } from './use-take-back.ts'
import { WithSession } from './with-session.tsx'

/** The screen that counts the assets at a location: serialized assets by their codes, stocks by their number of pieces. */
export function ScanStock() {
  return <WithSession of="stock">{(key) => <StockTake key={key} sessionKey={key} />}</WithSession>
}

function StockTake({ sessionKey }: { readonly sessionKey: string }) {
  const { t } = useLingui()
  const only = useOnly()
  const { place } = useSearch({ from: '/t/$tenant/scan/stock' })
  const session = useSession<Count, StillHeld>(sessionKey)
  const takeBack = useTakeBack()
  const count = session.shown.state
  const show = (state: Count) => session.change({ state })
  const countStock = async (asset: CountedAsset, quantity: number, before: Count) => {
    const { expected_quantity } = await api.assetCirculations.create({
      asset_id: asset.id,
      circulation_type: 'confirm_location',
      location_id: before.place.id,
      quantity,
    })
    show({ ...before, counted: [...before.counted, asset.id], stock: undefined })
    const { name } = asset
    const text =
      expected_quantity === quantity
        ? t`${name}: ${quantity} counted, as recorded.`
        : t`${name}: ${quantity} counted, ${expected_quantity ?? 0} were recorded.`
    return { text, ...assetOfLine(asset) }
  }
  const onScan = async (code: string): Result<StillHeld> => {
    const current = session.read().state
    const matches = await lookUp(code, ['location', 'asset'])
    const pieces = piecesOf(code)
    if (current?.stock && pieces) {
      const { digits, quantity, isMarked } = pieces
      if (!isMarked && matches.length > 0)
        throw new Refused(t`This is also a code. To enter a quantity, type =${digits}.`)
      return countStock(current.stock, quantity, current)
    }
    const before = current && { ...current, stock: undefined }
    if (before) show(before)
    const match = only(
      matches.length > 0 ? matches : await placesCalled(code),
      before
        ? t`This code is unknown. Put the thing aside and register it.`
        : t`This code or name is unknown. First scan the location that you count, or type its name.`,
    )
    const name = match.name ?? code
    if (match.type === 'location') {
      if (before?.place.id === match.id) {
        show({ ...before, isPaused: undefined })
        return t`Counting ${name} goes on. To count everything once more, press “Start again” first.`
      }
      const there = await assetsAt(match.id)
      const thing = (asset: Asset): Thing => {
        const { id, name, asset_tag } = asset
        return { id, name, asset_tag, holder: takeBack.heldAt(asset, match)?.holder }
      }
      show({
        place: match,
        expected: there.filter(({ serial_number }) => serial_number !== null).map(thing),
        stocks: there.filter(({ serial_number }) => serial_number === null).map(thing),
        counted: [],
        found: [],
        unexpected: [],
      })
      return t`Counting ${name}.`
    }
    if (!before || before.isPaused) throw new Refused(t`First scan the location that you count.`)
    const { place, expected, found, unexpected } = before
    if (found.includes(match.id) || unexpected.includes(match.id)) return t`${name} was counted already.`
    const thing = expected.find(({ id }) => id === match.id)
    // An expected asset is serialized, and is loaded if somebody has it. Any other is loaded, to know whether it is a stock.
    const asset = thing && !thing.holder ? undefined : await readAsset(match.id)
    if (asset?.serial_number === null) {
      show({ ...before, stock: { ...assetOfLine(asset).asset, name } })
      return { text: t`${name} is a stock. Type how many pieces lie there.`, ...assetOfLine(asset) }
    }
    await api.assetCirculations.create({
      asset_id: match.id,
      circulation_type: 'confirm_location',
      location_id: place.id,
    })
    const placeName = place.name ?? ''
    const held = asset && takeBack.heldAt(asset, place)
    const scanned = asset ?? thing
    const linked = scanned && assetOfLine(scanned)
    if (thing) {
      show({ ...before, found: [...found, match.id] })
      if (!held) return { text: t`${name} is there.`, ...linked }
      const { holder } = held
      return {
        tone: 'caution',
        text: t`${name} is there, although ${holder} has it. If it stays here, take it back.`,
        subject: held,
        ...linked,
      }
    }
    show({ ...before, unexpected: [...unexpected, match.id] })
    if (!held)
      return { text: t`${name} was not expected here. It is now recorded at ${placeName}.`, ...linked }
    const { holder } = held
    return {
      tone: 'caution',
      text: t`${holder} has ${name}, but it was found at ${placeName}. Its location was updated. If it stays here, take it back.`,
      subject: held,
      ...linked,
    }
  }
  const pause = () => {
    const { state } = session.read()
    if (state) show({ ...state, isPaused: true })
  }
  return (
    <ScanPage
      title={t`Stock-take`}
      hint={t`Scan the location, then everything that is there. After the tag of a stock, type how many pieces there are. To take back what somebody still has, type b and press Enter.`}
      session={session}
      onScan={onScan}
      onSeveral={pause}
      action={takeBack.action}
      start={place}
    >
      {count && !count.isPaused && <Counted count={count} />}
    </ScanPage>
  )
}

const all: List<Asset> = {
  page: (query, options) => api.assets.list.safe({ ...query, include: ['person'] }, options),
}

/** Loads all assets that are recorded at a location. */
async function assetsAt(location_id: string): Promise<readonly Asset[]> {
  const found: Asset[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(all, { location_id, sort: 'asset_tag' }, cursor, new AbortController().signal)
    found.push(...page.records)
    cursor = page.next
  } while (cursor !== undefined)
  return found
}
