import { Trans, useLingui } from '@lingui/react/macro'
import { problemText } from '../problem-text.ts'
import { Notice } from './notice.tsx'
import { SkeletonLines } from './skeleton.tsx'

export interface UnloadedProps {
  readonly query: { readonly error: Error | null; readonly isFetching: boolean; refetch(): unknown }
}

/** Shown instead of data that is loading. If loading has failed, it shows the error and a button to try again. */
export function Unloaded({ query }: UnloadedProps) {
  const { t } = useLingui()
  if (query.isFetching || !query.error)
    return (
      <div className="skeleton-lines" role="status" aria-label={t`Loading…`}>
        <SkeletonLines />
      </div>
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
