import type { Asset, CodeMatch } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Code, Person } from '../../ui/marks.tsx'

/** What the stock-take stores of an asset. */
export type CountedAsset = Pick<Asset, 'id' | 'name' | 'asset_tag'>

/** An asset that is expected at the location. */
export interface Thing extends CountedAsset {
  /** The name of the person who has it. */
  readonly holder?: string | undefined
}

/** What was counted at a location. The lists without names contain ids. */
export interface Count {
  readonly place: CodeMatch
  readonly expected: readonly Thing[]
  readonly stocks: readonly Thing[]
  readonly counted: readonly string[]
  readonly found: readonly string[]
  readonly unexpected: readonly string[]
  /** True after a name that several locations have: nothing is counted until the user chooses or scans a location. */
  readonly isPaused?: boolean | undefined
  /** The stock that the next number is about. */
  readonly stock?: CountedAsset | undefined
}

/** How many of the assets were found, which are missing, and which stocks are still to be counted. */
export function Counted({ count }: { readonly count: Count }) {
  const { t } = useLingui()
  const { place, expected, stocks, counted, found, unexpected } = count
  const [seen, done] = [new Set(found), new Set(counted)]
  const missing = expected.filter(({ id }) => !seen.has(id))
  // What people have need not be searched for here.
  const held = missing.filter(({ holder }) => holder !== undefined)
  const absent = missing.filter(({ holder }) => holder === undefined)
  const uncounted = stocks.filter(({ id }) => !done.has(id))
  const name = place.name ?? ''
  const of = expected.length
  return (
    <section className="section" aria-label={t`Counted`}>
      <p role="status">
        <Trans>
          <strong>{name}</strong>: {found.length} of {of} found, {absent.length} missing, {unexpected.length}{' '}
          unexpected
        </Trans>
        {held.length > 0 && (
          <>
            {', '}
            <Plural value={held.length} one="# with a person" other="# with people" />
          </>
        )}
        {uncounted.length > 0 && (
          <>
            {', '}
            <Plural value={uncounted.length} one="# stock to count" other="# stocks to count" />
          </>
        )}
      </p>
      <Rest title={t`What is missing`} assets={[...absent, ...held]} />
      <Rest title={t`Stocks to count`} assets={uncounted} />
    </section>
  )
}

function Rest({ title, assets }: { readonly title: string; readonly assets: readonly Thing[] }) {
  if (assets.length === 0) return null
  return (
    <details>
      <summary>{title}</summary>
      <ul className="line-list">
        {assets.map(({ id, name, asset_tag, holder }) => (
          <li key={id}>
            <Code>{asset_tag}</Code> <span className="ellipsis">{name}</span>
            {holder !== undefined && (
              <span className="at-end">
                <span className="hint">
                  <Trans>With</Trans>
                </span>{' '}
                <Person name={holder} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
