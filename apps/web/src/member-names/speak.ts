import { i18n } from '@lingui/core'
import { addPart, languageFor } from '../i18n.ts'

type Names = typeof import('./members.ts')['memberNames']

let names: Names | undefined
let isLoading = false

/** Loads the member names in the language of the page. Components that show them render again. English needs no names. */
export async function loadMemberNames(): Promise<void> {
  const { memberNames } = await import('./members.ts')
  names = memberNames
  await addPart('memberNames')
}

/**
 * The name of a record's member in the language of the page, or in English while the names are loading: `asset_tag` is `asset
 * tag`.
 */
export function memberOfPage(member: string): string {
  const english = member.replace(/_id$/, '').replaceAll('_', ' ')
  if (languageFor([i18n.locale]) === 'en') return english
  if (!names && !isLoading) {
    isLoading = true
    void loadMemberNames().catch(() => {
      isLoading = false
    })
  }
  const text = Object.hasOwn(names ?? {}, member) ? names?.[member] : undefined
  return text ? i18n._(text) : english
}
