import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useView } from './view.ts'

/**
 * The form that is open in a part of a page: a word for it, such as `new`. It is in the address, so that a reload shows the form
 * again. Returns undefined if none is open, and a function that opens a form or, without a word, closes it.
 */
export function useOpenForm<W extends string>(part: string): [W | undefined, (word?: W) => void] {
  const [{ edit = '' }, change] = useView()
  // Only this part writes words after its name.
  const open = edit.startsWith(`${part}:`) ? (edit.slice(part.length + 1) as W) : undefined
  return [open, (word) => void change({ edit: word === undefined ? '' : `${part}:${word}` })]
}

/** The form of a part of a page: for a new record, or for one that exists. */
interface OpenRecord<R> {
  readonly isNew: boolean
  /** The record to change; undefined also while it is loaded after a reload. */
  readonly record: R | undefined
  readonly open: (record: R | 'new') => void
  readonly close: () => void
}

/** Like `useOpenForm`, for forms that change a record. `load` reads it after a reload of the page. */
export function useOpenRecord<R extends { readonly id: string }>(
  part: string,
  load: (id: string) => Promise<R>,
): OpenRecord<R> {
  const [id, setOpen] = useOpenForm(part)
  const [chosen, setChosen] = useState<R>()
  const isNew = id === 'new'
  const isChosen = chosen?.id === id
  const { data } = useQuery({
    queryKey: [part, 'to edit', id],
    queryFn: () => load(id ?? ''),
    enabled: id !== undefined && !isNew && !isChosen,
  })
  return {
    isNew,
    record: id === undefined || isNew ? undefined : isChosen ? chosen : data,
    open: (record) => {
      setChosen(record === 'new' ? undefined : record)
      setOpen(record === 'new' ? record : record.id)
    },
    close: () => setOpen(),
  }
}
