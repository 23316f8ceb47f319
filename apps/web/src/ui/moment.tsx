const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment in the reader's own time zone and habits. */
export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}
