import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { I18nProvider as AriaI18nProvider } from 'react-aria-components'
import { preferencesQuery } from '../account/queries.ts'
import { languageFor, showLanguage } from '../i18n.ts'
import { SkeletonPage } from '../ui/skeleton.tsx'
import { Unloaded } from '../ui/unloaded.tsx'

/** Renders the children in the language of the user. */
export function Translated({ children }: { readonly children: ReactNode }) {
  const preferences = useQuery(preferencesQuery)
  if (!preferences.data) return <Unloaded query={preferences} />
  return (
    <Suspense fallback={<SkeletonPage />}>
      <InLanguage locale={preferences.data.locale}>{children}</InLanguage>
    </Suspense>
  )
}

interface InLanguageProps {
  readonly locale: string | null
  readonly children: ReactNode
}

function InLanguage({ locale, children }: InLanguageProps) {
  const language = languageFor([locale ?? '', ...navigator.languages])
  useSuspenseQuery({
    queryKey: ['texts', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => showLanguage(language, 'application').then(() => language),
  })
  useEffect(() => void showLanguage(language, 'application'), [language])
  return (
    <I18nProvider i18n={i18n}>
      <AriaI18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>{children}</AriaI18nProvider>
    </I18nProvider>
  )
}
