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
import { type Place, places } from '../app/places.ts'
import { recordKinds } from '../app/record-kinds.ts'
import type { ScreenAction } from '../app/screen-actions.ts'
import { useTenant } from '../app/tenant-scope.tsx'
import { problemText } from '../problem-text.ts'
import { useCan } from '../records/can.ts'
import { creations } from './creations.ts'
import { furtherPlaces } from './further-places.ts'

const PAUSE_MS = 120

/** A record that words or a code have found. */
type Found = Omit<SearchResult, 'matched'>

/** The key of an item that does something on the screen. */
const keyOfAction = ({ label, of }: ScreenAction) => `do ${label} ${of}`

/** The key of the item that opens the form of a list: the list itself has its address as the key. */
const keyOfNew = (to: string) => `new ${to}`

interface CommandsProps {
  /** What can be done on the screen below, now. */
  readonly actionsNow: () => readonly ScreenAction[]
  readonly onDone: () => void
}

/** The dialog over the page. */
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

/** The field and what it finds. */
function Results({ actionsNow, onDone }: CommandsProps) {
  const { t } = useLingui()
  const can = useCan()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [words, setWords] = useState('')
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
  const isOffered = ({ permission, label }: Place) =>
    (!permission || can(permission, 'anywhere')) && isNamed(t(label))
  // Not by what the record is called: a code that its name contains means another record.
  const actions = allActions.filter(({ label }) => isNamed(label))
  const { pathname } = useLocation()
  const created = creations.filter(
    ({ to, permission, isInProjects, label }) =>
      can(permission, isInProjects ? 'anywhere' : null) &&
      isNamed(t(label)) &&
      // A list offers its own button.
      pathname !== to.replace('$tenant', slug),
  )
  const offered = [...places, ...furtherPlaces, ...(isOperator ? operatorPlaces : [])].filter(isOffered)
  const isCoded = coded.data !== undefined && coded.data.length > 0
  const ofWords = asked === '' ? [] : (found.data ?? [])
  const records: readonly Found[] = isCoded ? coded.data.map(asFound) : ofWords
  const results = records.map((result) => offeredResult(result, slug))
  const list = useRef<HTMLDivElement>(null)
  const begun = useRef(pathname)
  useEffect(() => {
    if (pathname !== begun.current) onDone()
  }, [pathname, onDone])
  const go = (key: string) => {
    const place = offered.find(({ to }) => to === key)
    const creation = created.find(({ to }) => keyOfNew(to) === key)
    const result = results.find(({ id }) => id === key)
    if (place) void navigate({ to: place.to, params: { tenant: slug } })
    else if (creation) void navigate({ to: creation.to, params: { tenant: slug }, search: { new: 'yes' } })
    else if (result) void navigate(result.link)
    onDone()
    const action = actions.find((one) => keyOfAction(one) === key)
    // As it is now: the record may have changed since the menu was opened.
    if (action)
      actionsNow()
        .find((one) => keyOfAction(one) === key)
        ?.run()
  }
  /** Whether Enter means what is marked in the list: records that earlier words have found are not what it means. */
  const isMeant = (key: string | undefined) =>
    offered.some(({ to }) => to === key) ||
    created.some(({ to }) => keyOfNew(to) === key) ||
    actions.some((action) => keyOfAction(action) === key) ||
    (results.some(({ id }) => id === key) && (isCoded || (asked === code && !found.isPlaceholderData)))
  /** A scanner ends a code with Enter before the search has answered, and the address on a label has no words to find. */
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || code === '') return
    if (isMeant(list.current?.querySelector<HTMLElement>('[data-focused]')?.dataset.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat || coded.isPending) return
    const field = event.currentTarget
    coded.mutate(code, {
      onSuccess: ([match, ...others]) => {
        if (match && others.length === 0) {
          void navigate(recordLink(match, slug))
          onDone()
        }
        // The next scan takes the place of what nothing has.
        else field.select()
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
          <Trans>Nothing here has the code “{code}”, or you may not see it.</Trans>
        </p>
      )}
      <ListBox
        ref={list}
        className="menu command-list"
        aria-label={t`Results`}
        selectionMode="none"
        onAction={(key) => go(String(key))}
        renderEmptyState={() =>
          !failed &&
          !isUnknown && (
            <p className="menu-empty">
              {found.isFetching || coded.isPending ? <Trans>Searching…</Trans> : <Trans>No results.</Trans>}
            </p>
          )
        }
      >
        {actions.length > 0 && (
          <ListBoxSection className="menu-section">
            <Header className="menu-title">
              <Trans>On this screen</Trans>
            </Header>
            {actions.map((action) => (
              <ListBoxItem
                key={keyOfAction(action)}
                id={keyOfAction(action)}
                className="menu-item"
                textValue={action.label}
              >
                <Zap aria-hidden="true" />
                <span>{action.label}</span>
                {action.of && <small className="ellipsis">{action.of}</small>}
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
        {results.length > 0 && (
          <ListBoxSection className="menu-section">
            <Header className="menu-title">
              <Trans>Records</Trans>
            </Header>
            {results.map(({ id, title, subtitle, kind }) => (
              <ListBoxItem key={id} id={id} className="menu-item" textValue={title}>
                <span className="ellipsis">{title}</span>
                <small className="ellipsis">
                  {kind}
                  {subtitle && ` · ${subtitle}`}
                </small>
              </ListBoxItem>
            ))}
          </ListBoxSection>
        )}
        {offered.length > 0 && (
          <ListBoxSection className="menu-section">
            <Header className="menu-title">
              <Trans>Go to</Trans>
            </Header>
            {offered.map(({ to, label, icon }) => item(to, t(label), icon))}
          </ListBoxSection>
        )}
        {created.length > 0 && (
          <ListBoxSection className="menu-section">
            <Header className="menu-title">
              <Trans>Create</Trans>
            </Header>
            {created.map(({ to, label }) => item(keyOfNew(to), t(label), Plus))}
          </ListBoxSection>
        )}
      </ListBox>
    </Autocomplete>
  )

  function asFound({ type, id, name }: CodeMatch): Found {
    return { type, id, title: name, subtitle: null }
  }

  function offeredResult(result: Found, tenant: string) {
    return {
      id: result.id,
      title: result.title ?? t`Without a name`,
      subtitle: result.subtitle,
      kind: t(recordKinds[result.type]),
      link: recordLink(result, tenant),
    }
  }
}

const item = (id: string, text: string, Icon: LucideIcon) => (
  <ListBoxItem key={id} id={id} className="menu-item" textValue={text}>
    <Icon aria-hidden="true" />
    <span>{text}</span>
  </ListBoxItem>
)
