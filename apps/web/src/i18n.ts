import { i18n } from '@lingui/core'
import { readLook } from './preferences.ts'
import { showSharedNames } from './shared-names/speak.ts'

/** The texts by the part of the application that shows them. */
const catalogs = {
  /** The pages before the sign-in. */
  entry: {
    en: () => import('./locales/entry/en.po'),
    de: () => import('./locales/entry/de.po'),
  },
  /** The dashboard. */
  dashboard: {
    en: () => import('./locales/dashboard/en.po'),
    de: () => import('./locales/dashboard/de.po'),
  },
  /** The screens of an organisation that belong to no other part. */
  application: {
    en: () => import('./locales/en.po'),
    de: () => import('./locales/de.po'),
  },
  /** Schools, enrollments and employments. */
  schools: {
    en: () => import('./locales/schools/en.po'),
    de: () => import('./locales/schools/de.po'),
  },
  /** The board of issues, and the calendar of changes. */
  issueViews: {
    en: () => import('./locales/issue-views/en.po'),
    de: () => import('./locales/issue-views/de.po'),
  },
  /** Configuration items, and what depends on them. */
  configurationItems: {
    en: () => import('./locales/configuration-items/en.po'),
    de: () => import('./locales/configuration-items/de.po'),
  },
  /** Models, repairs, labels, locations and projects. */
  places: {
    en: () => import('./locales/places/en.po'),
    de: () => import('./locales/places/de.po'),
  },
  /** The screens of a scanner. */
  scan: {
    en: () => import('./locales/scan/en.po'),
    de: () => import('./locales/scan/de.po'),
  },
  /** The page of a person. */
  person: {
    en: () => import('./locales/person/en.po'),
    de: () => import('./locales/person/de.po'),
  },
  /** The page of a person who leaves. */
  leaving: {
    en: () => import('./locales/leaving/en.po'),
    de: () => import('./locales/leaving/de.po'),
  },
  /** The actions on selected assets. */
  assetBulk: {
    en: () => import('./locales/asset-bulk/en.po'),
    de: () => import('./locales/asset-bulk/de.po'),
  },
  /** The command menu, and the list of keys. */
  commands: {
    en: () => import('./locales/commands/en.po'),
    de: () => import('./locales/commands/de.po'),
  },
  /** Settings, account and operator screens. */
  settings: {
    en: () => import('./locales/settings/en.po'),
    de: () => import('./locales/settings/de.po'),
  },
  /** Names of shared records. */
  sharedNames: {
    en: () => import('./locales/shared-names/en.po'),
    de: () => import('./locales/shared-names/de.po'),
  },
  /** Names of record members. */
  memberNames: {
    en: () => import('./locales/member-names/en.po'),
    de: () => import('./locales/member-names/de.po'),
  },
  /** Errors of refused requests. */
  refusals: {
    en: () => import('./locales/refusals/en.po'),
    de: () => import('./locales/refusals/de.po'),
  },
}

/** A part of the application that has a separate catalog. */
export type Part = keyof typeof catalogs

/** A language in which the texts of the application are complete. */
export type Language = keyof (typeof catalogs)['entry']

const languages: readonly string[] = Object.keys(catalogs.entry)
const isLanguage = (tag: string): tag is Language => languages.includes(tag)

/** The first wanted language that the application has, otherwise English. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en'
}

/** Parts that are loaded in addition to the part of the page. When the language changes, they are loaded again. */
const beside = new Set<Part>()

/** Loads the texts of a further part, in the language of the page. */
export async function addPart(part: Part): Promise<void> {
  beside.add(part)
  const language = languageFor([i18n.locale])
  const { messages } = await catalogs[part][language]()
  i18n.load(language, messages)
}

/** Loads and activates the texts of a language. The formats of dates and numbers follow the preferences instead. */
export async function showLanguage(language: Language, part: Part): Promise<void> {
  // The service returns English names. The pages before the sign-in show none of them.
  const isForeign = language !== 'en' && part !== 'entry'
  const parts = new Set([part, 'entry' as const, ...beside, ...(isForeign ? ['sharedNames' as const] : [])])
  const texts = Promise.all([...parts].map((one) => catalogs[one][language]())).then((loaded) => {
    for (const { messages } of loaded) i18n.load(language, messages)
    i18n.activate(language)
    document.documentElement.lang = language
  })
  await Promise.all([texts, showSharedNames(isForeign ? texts : undefined)])
}

/** The language of the pages before the sign-in: the user's preference at the last visit, otherwise the browser's language. */
export const usualLanguage = (): Language => languageFor([readLook().locale ?? '', ...navigator.languages])
