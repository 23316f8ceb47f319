import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { problemText } from '../problem-text.ts'
import { Notice } from '../ui/notice.tsx'

interface ShowMoreProps {
  readonly query: {
    readonly error: Error | null
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
  /** The text of the button; by default “Show more”. */
  readonly children?: ReactNode
}

/** The button that loads the next page of a list, and the error if that has failed: the button then tries again. */
export function ShowMore({ query, children = <Trans>Show more</Trans> }: ShowMoreProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (!hasNextPage) return null
  return (
    <>
      {isFetchNextPageError && !isFetchingNextPage && (
        <div role="alert">
          <Notice tone="problem">{problemText(error)}</Notice>
        </div>
      )}
      <button
        type="button"
        className="button outlined small"
        aria-disabled={isFetchingNextPage}
        onClick={() => isFetchingNextPage || void query.fetchNextPage()}
      >
        {children}
      </button>
    </>
  )
}
