import { i18n } from '@lingui/core'
import { addPart, languageFor } from '../i18n.ts'

type Names = typeof import('./members.ts')['memberNames']

let names: Names | undefined
let isLoading = false

/** Loads what members are called in a language that is not that of the service. What shows them is then drawn anew. */
export async function loadMemberNames(): Promise<void> {
  const { memberNames } = await import('./members.ts')
  names = memberNames
  await addPart('memberNames')
}

/** What a member of a record is called in the language of the page; in English, `asset_tag` is `asset tag`. */
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
