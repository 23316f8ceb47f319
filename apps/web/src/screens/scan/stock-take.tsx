import type { Asset, CodeMatch } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { type List, readPage } from '../../records/list.ts'
import { Code } from '../../ui/marks.tsx'
import { lookUp, Refused, readAsset } from './look-up.ts'
import { useOnly } from './scan.tsx'
import { ScanPage } from './scan-page.tsx'

interface Count {
  readonly place: CodeMatch
  readonly expected: readonly Asset[]
  readonly found: ReadonlySet<string>
  readonly unexpected: ReadonlySet<string>
}

/** Counts the single pieces of a place: what is there, what is missing, and what should be elsewhere. */
export function ScanStock() {
  const { t } = useLingui()
  const only = useOnly()
  const current = useRef<Count>(undefined)
  const [count, setShown] = useState<Count>()
  const show = (next: Count) => {
    current.current = next
    setShown(next)
  }
  const onScan = async (code: string) => {
    const match = only(
      await lookUp(code, ['location', 'asset']),
      t`Nothing is known by this. Put the thing aside and register it.`,
    )
    const name = match.name ?? code
    if (match.type === 'location') {
      show({ place: match, expected: await piecesAt(match.id), found: new Set(), unexpected: new Set() })
      return t`Counting ${name}.`
    }
    const before = current.current
    if (!before) throw new Refused(t`Scan the place that you count first.`)
    const { place, expected, found, unexpected } = before
    if (found.has(match.id) || unexpected.has(match.id)) return t`${name} was counted already.`
    const isExpected = expected.some(({ id }) => id === match.id)
    // What is expected is a single piece; of anything else the service has to say whether it is one.
    if (!isExpected && (await readAsset(match.id)).serial_number === null)
      throw new Refused(
        t`${name} is a stock, and only single pieces count here. Use “Count the pieces” on its page.`,
      )
    await api.assetCirculations.create({
      asset_id: match.id,
      circulation_type: 'confirm_location',
      location_id: place.id,
    })
    const placeName = place.name ?? ''
    if (isExpected) {
      show({ ...before, found: new Set([...found, match.id]) })
      return t`${name} is there.`
    }
    show({ ...before, unexpected: new Set([...unexpected, match.id]) })
    return t`${name} was not expected here. It is now recorded at ${placeName}.`
  }
  return (
    <ScanPage
      title={t`Stock-take`}
      hint={t`The place, then everything that lies there. Only single pieces count.`}
      onScan={onScan}
    >
      {count && <Counted count={count} />}
    </ScanPage>
  )
}

function Counted({ count: { place, expected, found, unexpected } }: { readonly count: Count }) {
  const { t } = useLingui()
  const missing = expected.filter(({ id }) => !found.has(id))
  const name = place.name ?? ''
  const of = expected.length
  return (
    <section className="section" aria-label={t`Counted`}>
      <p role="status">
        <Trans>
          <strong>{name}</strong>: {found.size} of {of} found, {missing.length} missing, {unexpected.size}{' '}
          unexpected
        </Trans>
      </p>
      {missing.length > 0 && (
        <details>
          <summary>
            <Trans>What is missing</Trans>
          </summary>
          <ul className="line-list">
            {missing.map(({ id, name: missingName, asset_tag }) => (
              <li key={id}>
                <Code>{asset_tag}</Code> <span className="ellipsis">{missingName}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const pieces: List<Asset> = { page: (query, options) => api.assets.list.safe(query, options) }

/** The single pieces that are recorded at a place. */
async function piecesAt(location_id: string): Promise<readonly Asset[]> {
  const all: Asset[] = []
  let cursor: string | undefined
  do {
    const page = await readPage(
      pieces,
      { location_id, sort: 'asset_tag' },
      cursor,
      new AbortController().signal,
    )
    all.push(...page.records.filter(({ serial_number }) => serial_number !== null))
    cursor = page.next
  } while (cursor !== undefined)
  return all
}
