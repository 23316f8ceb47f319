import { Trans } from '@lingui/react/macro'

/** Shown instead of a list that is empty because of its filters. */
export function NothingMatches({ onClear }: { readonly onClear: () => unknown }) {
  return (
    <div className="empty-state">
      <h2>
        <Trans>Nothing matches</Trans>
      </h2>
      <p>
        <Trans>Change the search or the filters.</Trans>
      </p>
      <button type="button" className="button outlined small" onClick={onClear}>
        <Trans>Clear all filters</Trans>
      </button>
    </div>
  )
}
