import type { Person } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTenant } from '../../app/tenant-scope.tsx'
import { Section } from '../../records/section.tsx'
import type { Tick } from './end-all.ts'
import { EndedList } from './ticked.tsx'

interface EndedProps {
  readonly person: Person
  readonly name: string
  readonly ticks: readonly Tick[]
  /** True while the dialog is open, which keeps the focus. */
  readonly isAsked: boolean
}

/** What was ended since the page was opened, and the way back to the person, which gets the focus after the dialog. */
export function Ended({ person, name, ticks, isAsked }: EndedProps) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const back = useRef<HTMLAnchorElement>(null)
  const known = useRef(0)
  const count = ticks.length
  useEffect(() => {
    if (isAsked || known.current === count) return
    known.current = count
    back.current?.focus()
  }, [isAsked, count])
  return (
    <Section title={t`Ended`}>
      <EndedList ticks={ticks} />
      <p>
        <Link
          ref={back}
          to="/t/$tenant/people/$person"
          params={{ tenant: slug, person: person.id }}
          className="button outlined small"
        >
          <Trans>Back to {name}</Trans>
        </Link>
      </p>
    </Section>
  )
}
