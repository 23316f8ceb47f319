import type { CodeMatch, SearchResult } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Plus, Search, Zap } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { operatorQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { meantBy } from '../app/code-match.ts'
import { recordLink } from '../app/links.ts'
import { operatorPlaces } from '../app/operator-places.ts'
import { places } from '../app/places.ts'
import { recordKinds } from '../app/record-kinds.ts'
import type { ScreenAction } from '../app/screen-actions.ts'
import { useTenant } from '../app/tenant-scope.tsx'
import { problemText } from '../problem-text.ts'
import { useCan } from '../records/can.ts'
import { creations } from './creations.ts'
import { furtherPlaces } from './further-places.ts'

const PAUSE_MS = 120

/** A record found by words or by a code. */
type Found = Omit<SearchResult, 'matched'>

/** An item of the menu. */
interface Entry {
  /** Unique among all entries. */
  readonly id: string
  readonly text: string
  readonly note?: string | undefined
  readonly Icon?: LucideIcon
  readonly run: () => void
}

const keyOf = ({ label, of }: ScreenAction) => `do ${label} ${of}`

interface CommandsProps {
  /** Returns the current actions of the screen below the dialog. */
  readonly actionsNow: () => readonly ScreenAction[]
  /** Returns what the user typed before the field was there. */
  readonly typedEarly: () => string
  readonly onDone: () => void
}

/** The command menu, a dialog over the page. */
export default function Commands(props: CommandsProps) {
  const { t } = useLingui()
  return (
    <ModalOverlay className="veil" isOpen onOpenChange={(open) => open || props.onDone()} isDismissable>
      <Modal className="command-menu">
        <Dialog aria-label={t`Search`}>
          <Results {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The search field and its results. */
function Results({ actionsNow, typedEarly, onDone }: CommandsProps) {
  const { t } = useLingui()
  const can = useCan()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [words, setWords] = useState(typedEarly)
  const [asked, setAsked] = useState('')
  const [allActions] = useState(actionsNow)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const found = useQuery({
    queryKey: ['search', asked],
    enabled: asked !== '',
    queryFn: ({ signal }) => api.search.list({ q: asked, limit: 12 }, { signal }),
    placeholderData: (before) => before,
  })
  const coded = useMutation({
    mutationFn: async (code: string) => meantBy(await api.codes.get({ code })),
  })
  const code = words.trim()
  const folded = code.toLowerCase()
  const isOperator = Boolean(useQuery(operatorQuery).data)
  const isNamed = (label: string) => label.toLowerCase().includes(folded)
  const { pathname } = useLocation()
  const params = { tenant: slug }
  // Only the label is searched, not the record's name: a code that the name contains may belong to another record.
  const actions = allActions.filter(({ label }) => isNamed(label)).map(entryOfAction)
  const shownPlaces = [...places, ...furtherPlaces, ...(isOperator ? operatorPlaces : [])]
    .filter(({ permission, label }) => (!permission || can(permission, 'anywhere')) && isNamed(t(label)))
    .map(({ to, label, icon: Icon }): Entry => {
      const run = () => void navigate({ to, params })
      return { id: to, text: t(label), Icon, run }
    })
  const forms = creations
    .filter(
      ({ to, permission, isInProjects, label }) =>
        can(permission, isInProjects ? 'anywhere' : null) &&
        isNamed(t(label)) &&
        // The list on the current screen offers this button itself.
        pathname !== to.replace('$tenant', slug),
    )
    .map(({ to, label }): Entry => {
      const run = () => void navigate({ to, params, search: { new: 'yes' } })
      return { id: `new ${to}`, text: t(label), Icon: Plus, run }
    })
  const isCoded = coded.data !== undefined && coded.data.length > 0
  const ofWords = asked === '' ? [] : (found.data ?? [])
  const records = (isCoded ? coded.data.map(asFound) : ofWords).map(entryOfRecord)
  const sections = [
    { title: t`On this screen`, entries: actions },
    { title: t`Records`, entries: records },
    { title: t`Go to`, entries: shownPlaces },
    { title: t`Create`, entries: forms },
  ]
  const entries = sections.flatMap((section) => section.entries)
  const list = useRef<HTMLDivElement>(null)
  const begun = useRef(pathname)
  useEffect(() => {
    if (pathname !== begun.current) onDone()
  }, [pathname, onDone])
  /** True while the listed records were found by earlier words: Enter must not open one of them. */
  const isOld = (asked !== code || found.isPlaceholderData) && !isCoded
  const present = entries.filter((entry) => !isOld || !records.includes(entry))
  /**
   * Enter chooses the marked entry. While none is marked, the text may be a code: a scanner sends Enter before the search has
   * answered. If no record has that code, then Enter chooses the first entry.
   */
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || code === '') return
    const marked = list.current?.querySelector<HTMLElement>('[data-focused]')?.dataset.key
    if (present.some(({ id }) => id === marked)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat || coded.isPending) return
    const field = event.currentTarget
    const [first] = present
    coded.mutate(code, {
      onSuccess: ([match, ...others]) => {
        if (match && others.length === 0) {
          void navigate(recordLink(match, slug))
          onDone()
        } else if (!match && first) {
          onDone()
          first.run()
        } else {
          // The text is selected, so that the next scan replaces it.
          field.select()
        }
      },
    })
  }
  const onWords = (next: string) => {
    setWords(next)
    coded.reset()
  }
  const failed = coded.error ?? found.error
  const isUnknown = coded.data?.length === 0
  return (
    <Autocomplete inputValue={words} onInputChange={onWords}>
      <SearchField className="command-field" aria-label={t`Search or go to`} autoFocus>
        <Search aria-hidden="true" />
        <Input
          role="combobox"
          aria-expanded
          placeholder={t`Search or go to`}
          maxLength={200}
          onKeyDownCapture={onKey}
        />
      </SearchField>
      {failed && (
        <p className="menu-empty" role="alert">
          {problemText(failed)}
        </p>
      )}
      {isUnknown && (
        <p className="menu-empty" role="alert">
          <Trans>No record has the code “{code}”, or you may not see it.</Trans>
        </p>
      )}
      <ListBox
        ref={list}
        className="menu command-list"
        aria-label={t`Results`}
        selectionMode="none"
        onAction={(key) => {
          onDone()
          entries.find(({ id }) => id === key)?.run()
        }}
        renderEmptyState={() =>
          !failed &&
          !isUnknown && (
            <p className="menu-empty">
              {found.isFetching || coded.isPending ? <Trans>Searching…</Trans> : <Trans>No results.</Trans>}
            </p>
          )
        }
      >
        {sections.map(
          ({ title, entries: shown }) =>
            shown.length > 0 && (
              <ListBoxSection key={title} id={title} className="menu-section">
                <Header className="menu-title">{title}</Header>
                {shown.map(({ id, text, note, Icon }) => (
                  <ListBoxItem key={id} id={id} className="menu-item" textValue={text}>
                    {Icon && <Icon aria-hidden="true" />}
                    <span className="ellipsis">{text}</span>
                    {note && <small className="ellipsis">{note}</small>}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ),
        )}
      </ListBox>
    </Autocomplete>
  )

  function entryOfAction(action: ScreenAction): Entry {
    const id = keyOf(action)
    // The action is looked up again, because the record may have changed since the menu was opened.
    const run = () =>
      actionsNow()
        .find((one) => keyOf(one) === id)
        ?.run()
    return { id, text: action.label, note: action.of, Icon: Zap, run }
  }

  function entryOfRecord(record: Found): Entry {
    const { id, type, title, subtitle } = record
    const note = [t(recordKinds[type]), subtitle].filter(Boolean).join(' · ')
    const run = () => void navigate(recordLink(record, slug))
    return { id, text: title ?? t`Without a name`, note, run }
  }
}

const asFound = ({ type, id, name }: CodeMatch): Found => ({ type, id, title: name, subtitle: null })
