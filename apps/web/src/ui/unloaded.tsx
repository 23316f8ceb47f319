import { Trans } from '@lingui/react/macro'
import { problemText } from '../problem-text.ts'
import { Notice } from './notice.tsx'

export interface UnloadedProps {
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown }
}

/** Stands in for what is not there yet, and offers another try when it could not be had. */
export function Unloaded({ query }: UnloadedProps) {
  if (query.isFetching || !query.error)
    return (
      <p className="loading" role="status">
        <Trans>Loading…</Trans>
      </p>
    )
  return (
    <div role="alert">
      <Notice tone="problem">
        {problemText(query.error)}{' '}
        <button type="button" className="link" onClick={() => query.refetch()}>
          <Trans>Try again</Trans>
        </button>
      </Notice>
    </div>
  )
}
