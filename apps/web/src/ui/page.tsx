import { type ReactNode, useEffect, useRef } from 'react'

let visited = false

interface PageProps {
  /** Shown after the heading: a status and similar marks. */
  readonly marks?: ReactNode
  /** Shown at the end of the heading's line: buttons for actions. */
  readonly aside?: ReactNode
  /** First part of the document's title. */
  readonly title: string
  readonly heading?: string
  readonly lead?: ReactNode
  /** Puts the cursor into the first empty field, for a page that is a single form. */
  readonly startInField?: boolean
  readonly children?: ReactNode
}

/**
 * A page's heading and content. When it appears, it sets the title of the document and takes the focus, except on the first page
 * of a visit.
 */
export function Page({
  title,
  heading = title,
  lead,
  startInField = false,
  marks,
  aside,
  children,
}: PageProps) {
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    document.title = `${title} · Commonhold`
  }, [title])

  useEffect(() => {
    const fields = section.current?.querySelectorAll<HTMLInputElement>('input.control') ?? []
    const field = startInField ? [...fields].find((input) => input.value === '') : undefined
    if (field) field.focus()
    else if (visited) section.current?.querySelector('h1')?.focus()
    visited = true
  }, [startInField])

  return (
    <section className="page" ref={section}>
      {marks || aside ? (
        <header className="page-head">
          <h1 tabIndex={-1}>{heading}</h1>
          {marks}
          {aside && <div className="page-actions">{aside}</div>}
        </header>
      ) : (
        <h1 tabIndex={-1}>{heading}</h1>
      )}
      {lead && <p className="lead">{lead}</p>}
      {children}
    </section>
  )
}
