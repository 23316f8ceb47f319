import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { problemText } from '../problem-text.ts'
import { announceInput, type Choice, type RecordPickerProps } from './picker.tsx'
import { usePaused } from './use-paused.ts'

/** A field to find a record by words and pick it. The form reads its id from a hidden field. */
export default function RecordPicker(props: RecordPickerProps) {
  const {
    of,
    label,
    name,
    hint,
    error,
    defaultId = '',
    onPick,
    autoFocus = false,
    isRequired = false,
  } = props
  const { t } = useLingui()
  const [id, setId] = useState(defaultId)
  const queries = useQueryClient()
  const [words, setWords] = useState('')
  const [isTouched, setTouched] = useState(false)
  const hidden = useRef<HTMLInputElement>(null)
  const listId = useId()
  const searched = isTouched ? words : ''
  const pausedSearch = usePaused(searched)
  const found = useQuery({
    queryKey: [of.kind, 'find', pausedSearch],
    queryFn: ({ signal }) => of.find(pausedSearch, signal),
    placeholderData: (before) => before,
  })
  const picked = useQuery({
    queryKey: [of.kind, 'choice', id],
    enabled: id !== '',
    queryFn: ({ signal }) => of.get(id, signal),
    staleTime: 60_000,
  }).data
  const text = isTouched ? words : id === '' ? '' : (picked?.text ?? '')

  // The picked record is added to the records found. Without it, React Aria has no name for it, takes the text in the field for
  // typed words, and opens the list again when Escape closes it.
  const choices = found.data ?? []
  const isListed = !picked || choices.some((one) => one.id === picked.id)
  const items = isListed ? choices : [picked, ...choices]

  const pick = (choice: Choice | undefined) => {
    // The name is already known. A request for it would empty the field for a moment, and filling it again would open the list.
    if (choice) queries.setQueryData([of.kind, 'choice', choice.id], choice)
    setId(choice?.id ?? '')
    setWords(choice?.text ?? '')
    setTouched(false)
    onPick?.(choice)
    if (hidden.current) announceInput(hidden.current, choice?.id ?? '')
  }

  return (
    <ComboBox
      className="field"
      items={items}
      inputValue={text}
      onInputChange={(value) => {
        if (value === text) return
        setTouched(true)
        setWords(value)
        if (value === '' && id !== '') pick(undefined)
      }}
      selectedKey={id || null}
      onSelectionChange={(key) => {
        if (key === null) return
        const choice = items.find((one) => one.id === key)
        if (choice) pick(choice)
      }}
      onOpenChange={(open) => {
        if (!open && isTouched) {
          setTouched(false)
          setWords('')
        }
      }}
      // Typing opens the list. The name of a picked record, which arrives later, does not.
      menuTrigger={isTouched ? 'input' : 'manual'}
      allowsEmptyCollection
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      autoFocus={autoFocus}
    >
      <Label>{label}</Label>
      <span className="picker-box">
        <Input className="control" placeholder={t`Type to search`} />
        <Button className="picker-button" aria-label={t`Show the list`}>
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      {hint && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
      <FieldError className="error">{error}</FieldError>
      {name !== undefined && (
        <input
          type="hidden"
          ref={hidden}
          name={name}
          value={id}
          onInput={(event) => setId(event.currentTarget.value)}
        />
      )}
      <Popover className="popover picker-list">
        <div aria-busy={pausedSearch !== searched || found.isPlaceholderData}>
          <ListBox
            id={listId}
            className="menu"
            renderEmptyState={() => (
              <p className="menu-empty">
                {found.isError ? (
                  problemText(found.error)
                ) : found.isPending ? (
                  '…'
                ) : (
                  <Trans>No results.</Trans>
                )}
              </p>
            )}
          >
            {(choice: Choice) => (
              <ListBoxItem className="menu-item" textValue={choice.text}>
                <span className="ellipsis">{choice.text}</span>
                {choice.detail && <small className="ellipsis">{choice.detail}</small>}
              </ListBoxItem>
            )}
          </ListBox>
        </div>
      </Popover>
    </ComboBox>
  )
}
