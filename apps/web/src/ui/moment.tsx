import { momentText, useLook } from '../preferences.ts'

/** A date and time in the reader's time zone and format. */
export function Moment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{momentText(at, useLook())}</time>
}
