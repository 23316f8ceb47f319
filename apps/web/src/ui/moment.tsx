import { momentText, useLook } from '../preferences.ts'

/** A moment in the reader's own time zone and habits. */
export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{momentText(at, useLook())}</time>
}
