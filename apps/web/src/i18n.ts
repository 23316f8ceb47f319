import { i18n } from '@lingui/core'

const catalogs = {
  en: () => import('./locales/en.po'),
  de: () => import('./locales/de.po'),
}

/** A language in which the texts of the application are complete. */
export type Language = keyof typeof catalogs

/** The first of the wanted languages that there is; English where there is none of them. */
export function languageFor(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return known.find((tag): tag is Language => tag in catalogs) ?? 'en'
}

/** Loads the texts of a language and shows them. The formats of dates and numbers follow the preferences instead. */
export async function showLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]()
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
}
