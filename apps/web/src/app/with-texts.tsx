import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { languageFor, type Part, showLanguage } from '../i18n.ts'

interface WithTextsProps {
  /** The part of the application that the children belong to. */
  readonly of: Part
  /** What is shown until then. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Renders the children as soon as the texts of their part are loaded, in the current language. */
export function WithTexts(props: WithTextsProps) {
  return (
    <Suspense fallback={props.fallback}>
      <Loaded {...props} />
    </Suspense>
  )
}

function Loaded({ of, children }: WithTextsProps) {
  const { i18n } = useLingui()
  const language = languageFor([i18n.locale])
  useSuspenseQuery({
    queryKey: ['texts', of, language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => showLanguage(language, of).then(() => language),
  })
  return children
}
