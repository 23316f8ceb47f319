const LINES = ['a', 'b', 'c', 'd', 'e', 'f']

/** The outline of a page while its content is loaded. */
export function SkeletonPage() {
  return (
    <div className="skeleton-page" role="status" aria-label="…">
      <SkeletonLines />
    </div>
  )
}

/** Bars where lines of text will be. */
export function SkeletonLines() {
  return LINES.map((line) => <span key={line} className="skeleton" />)
}
