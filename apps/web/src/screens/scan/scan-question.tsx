import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import type { Note, Result } from './scan-page.tsx'

/** A question that the user must confirm before something is done. */
export interface Question<S> {
  /** Identifies the question: each question has a different number. */
  readonly about: number
  /** The name of the asset. */
  readonly name: string
  readonly text: string
  /** The text of the button that confirms. */
  readonly yes: string
  /** Both return a text about the result, or nothing if the question is no longer open. */
  readonly onYes: (note: Note) => Result<S>
  readonly onNo: () => Result<S>
}

/** Milliseconds in which nobody can read a question. Input that comes earlier does not answer it. */
const UNREAD_MS = 300

/** True if the question has been on the screen for long enough to be confirmed. */
export function useIsRead(about: number | undefined): boolean {
  const [read, setRead] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setRead(about), UNREAD_MS)
    return () => clearTimeout(timer)
  }, [about])
  return about !== undefined && read === about
}

interface QuestionNoticeProps<S> {
  readonly question: Question<S>
  /** True if Enter confirms it. */
  readonly isRead: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Shows a question with its two answers. */
export function QuestionNotice<S>({ question, isRead, onYes, onNo }: QuestionNoticeProps<S>) {
  return (
    <Notice tone="info">
      <p>{question.text}</p>
      <p className="notice-actions">
        <button type="button" className="button outlined small" onClick={onNo}>
          <Trans>Skip it</Trans>
        </button>
        <button
          type="button"
          className="button primary small"
          aria-keyshortcuts={isRead ? 'Enter' : undefined}
          onClick={onYes}
        >
          {question.yes}
        </button>
      </p>
    </Notice>
  )
}
