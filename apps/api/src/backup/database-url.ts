import { Refusal } from '../base/refusal.ts'

/** Refuses what is no URL of a database. It is not repeated, because it may have a password. */
export function assertUrl(url: string, which: string): void {
  if (!(URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)))
    throw new Refusal(
      `The URL of the ${which} is none: give one like postgres://user:password@host:5432/database`,
    )
}
