import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components'
import { Unloaded } from '../ui/unloaded.tsx'
import type { ChooserProps, Option } from './chooser.tsx'
import type { Pickable } from './picker.tsx'
import { usePaused } from './use-paused.ts'

/** The records that the service finds, with the words that found them: the former result stays until the next one is loaded. */
function useFound(of: Pickable | undefined, words: string) {
  const asked = usePaused(words)
  return useQuery({
    queryKey: [of?.kind, 'choose', asked],
    enabled: of !== undefined,
    queryFn: async ({ signal }) => ({ words: asked, records: (await of?.find(asked, signal)) ?? [] }),
    placeholderData: (before) => before,
  })
}

/**
 * Highlights the first option while the user types. React Aria does so only if the options change; if all of them match the words,
 * nothing would be highlighted, and Enter would choose nothing.
 */
function useFirstHighlighted(words: string, count: number) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(words)
  useEffect(() => {
    const isTyped = words.length >= before.current.length && words !== ''
    before.current = words
    if (!isTyped || count === 0) return
    const frame = requestAnimationFrame(() => {
      if (list.current?.querySelector('[data-focused]')) return
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    })
    return () => cancelAnimationFrame(frame)
  }, [words, count])
  return { input, list }
}

/** The search field, and the options that match it. */
export default function ChooserList(props: Omit<ChooserProps, 'title' | 'onClose'>) {
  const { label, options, of, first = [], query, onUnknown, onChoose } = props
  const { t } = useLingui()
  const { contains } = useFilter({ sensitivity: 'base' })
  const [words, setWords] = useState('')
  const found = useFound(of, words)
  const records = found.data?.records ?? []
  const unread = of ? found : query
  const isSearched = found.data?.words === words
  const all: readonly Option[] = [
    ...first,
    ...records.flatMap(({ id, text }) => (first.some((one) => one.id === id) ? [] : [{ id, text }])),
    // Shown only after the records, so that Enter does not choose one of these while the records are loading.
    ...((isSearched || !of) && options ? options : []),
  ]
  const { input, list } = useFirstHighlighted(words, all.length)
  const isFound = (id: string) => isSearched && records.some((record) => record.id === id)
  const refuse = ({ key }: { readonly key: string }) => {
    if (key !== 'Enter' || !onUnknown || words === '' || list.current?.querySelector('[data-key]')) return
    onUnknown(words)
    setWords('')
  }
  return (
    <Autocomplete
      inputValue={words}
      onInputChange={setWords}
      filter={(text, typed, { key }) => isFound(String(key)) || contains(text, typed)}
    >
      <SearchField className="chooser-field" aria-label={label} autoFocus onKeyDown={refuse}>
        <Input
          ref={input}
          role="combobox"
          aria-expanded
          className="control"
          placeholder={t`Type to search`}
          maxLength={200}
        />
      </SearchField>
      {unread?.error && <Unloaded query={unread} />}
      <ListBox
        ref={list}
        className="menu chooser-list"
        aria-label={label}
        items={all}
        selectionMode="none"
        disabledKeys={all.filter(({ isOff }) => isOff).map(({ id }) => id)}
        onAction={(key) => onChoose(String(key), all.find(({ id }) => id === key)?.text ?? '')}
        renderEmptyState={() =>
          !unread?.error && (
            <p className="menu-empty">{(of ? isSearched : options) ? <Trans>No results.</Trans> : '…'}</p>
          )
        }
      >
        {({ text, detail, isDangerous }: Option) => (
          <ListBoxItem className={isDangerous ? 'menu-item dangerous' : 'menu-item'} textValue={text}>
            <span className="ellipsis">{text}</span>
            {detail && <small>{detail}</small>}
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}
