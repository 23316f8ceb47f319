import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { problemText } from '../../problem-text.ts'
import { Chooser, type Option } from '../../records/chooser.tsx'
import { refetch } from '../../refetch.ts'
import { Status } from '../../ui/marks.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { CameraSwitch } from './camera-switch.tsx'
import { Several } from './look-up.ts'
import { ScanTabs } from './scan-tabs.tsx'

interface Line {
  readonly id: number
  readonly tone: 'good' | 'problem'
  readonly text: ReactNode
}

/** Adds a line about something that was not done. */
export type Note = (text: string) => void

/** The source of a code, and what it can confirm. */
export interface Scan {
  readonly by: 'keys' | 'camera'
  /** The `about` of the question that this scan can confirm; undefined if the user could not read the question yet. */
  readonly confirms: object | undefined
  readonly note: Note
}

interface ScanPageProps {
  readonly title: string
  readonly hint: string
  /** Handles a code, and returns a text about what was done. Throws if it is refused. */
  readonly onScan: (code: string, scan: Scan) => Promise<ReactNode>
  /** The question that the last scan caused. Enter in the empty field confirms it, and Escape rejects it. */
  readonly question?: Question | undefined
  /** A code that a button enters, for users who scan with the camera and have no keyboard. */
  readonly shortcut?: { readonly code: string; readonly text: string } | undefined
  /** A code that is entered when the screen opens. */
  readonly start?: string | undefined
  /** Shows the state for the next scan: the person, the location, or the counts. */
  readonly children?: ReactNode
}

/** The typed text, and the records that have that name. */
interface Choice {
  readonly words: string
  readonly options: readonly Option[]
}

/** A question that the user must confirm before something is done. */
interface Question {
  /** Identifies the question: each question has a different object. */
  readonly about: object
  /** The name of the asset. */
  readonly name: string
  readonly text: string
  /** The text of the button that confirms. */
  readonly yes: string
  /** Both return a text about the result, or nothing if the question is no longer open. */
  readonly onYes: (note: Note) => Promise<ReactNode>
  readonly onNo: () => Promise<ReactNode>
}

/** Milliseconds in which nobody can read a question. Input that comes earlier does not answer it. */
const UNREAD_MS = 300

/** True if the question has been on the screen for long enough to be confirmed. */
function useIsRead(about: object | undefined): boolean {
  const [read, setRead] = useState<object>()
  useEffect(() => {
    const timer = setTimeout(() => setRead(about), UNREAD_MS)
    return () => clearTimeout(timer)
  }, [about])
  return about !== undefined && read === about
}

/** A field that a scanner types into, and a line for every scan, the latest first. The focus stays in the field. */
export function ScanPage({ title, hint, onScan, question, shortcut, start, children }: ScanPageProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const handle = useRef(onScan)
  handle.current = onScan
  // A scanner does not wait for answers: codes are queued, and handled in order.
  const turn = useRef(Promise.resolve())
  const count = useRef(0)
  const [lines, setLines] = useState<readonly Line[]>([])
  const [choice, setChoice] = useState<Choice>()
  useEffect(() => {
    if (!choice) field.current?.focus()
  }, [choice])
  const isRead = useIsRead(question?.about)

  const say = (tone: Line['tone'], text: ReactNode) => {
    count.current += 1
    const line = { id: count.current, tone, text }
    setLines((before) => [line, ...before].slice(0, 100))
  }
  const scan = (event: FormEvent) => {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    if (field.current) field.current.value = ''
    if (code !== '') take(code, 'keys', isRead ? question?.about : undefined)
    else confirm()
  }
  const inTurn = (subject: string, work: () => Promise<ReactNode>) => {
    turn.current = turn.current.then(async () => {
      try {
        const said = await work()
        if (said) say('good', said)
      } catch (error) {
        if (error instanceof Several) setChoice({ words: subject, options: error.options })
        else say('problem', `${subject}: ${problemText(error)}`)
      }
      void refetch(queries, { predicate: ({ queryKey }) => queryKey[0] === 'assets' })
    })
  }
  const words = choice?.words ?? ''
  const note = (text: string) => say('problem', text)
  const take = (code: string, by: Scan['by'], confirms?: object) =>
    inTurn(code, () => handle.current(code, { by, confirms, note }))
  const choose = (id: string, name: string) => {
    setChoice(undefined)
    inTurn(name, () => handle.current(id, { by: 'keys', confirms: undefined, note }))
  }
  const begin = useRef(take)
  useEffect(() => {
    if (start !== undefined) begin.current(start, 'keys')
  }, [start])
  const answer = ({ name }: Question, given: Question['onYes']) => {
    inTurn(name, () => given(note))
    field.current?.focus()
  }
  const enter = (code: string) => {
    take(code, 'keys')
    field.current?.focus()
  }
  const confirm = () => {
    if (question && isRead) answer(question, question.onYes)
  }
  return (
    <main id="main" className="record" tabIndex={-1}>
      <Page title={title}>
        <ScanTabs />
        <form className="form" onSubmit={scan} aria-label={title}>
          <label className="field">
            <span>{t`Scan or type`}</span>
            <input
              ref={field}
              className="control"
              autoComplete="off"
              aria-describedby="scan-hint"
              onKeyDown={(event) => {
                if (event.key === 'Escape' && question) answer(question, question.onNo)
                // A key that is held down would answer the question that it caused.
                if (event.key === 'Enter' && event.repeat) event.preventDefault()
              }}
              onBlur={({ relatedTarget }) => {
                // After a click outside of all controls, the next scan would be lost: focus the field again.
                if (!relatedTarget) requestAnimationFrame(() => field.current?.focus())
              }}
            />
          </label>
          <p className="hint" id="scan-hint">
            {hint}
          </p>
        </form>
        {/* The camera may read a label again that was out of view for a moment, so scans by camera confirm nothing. */}
        <CameraSwitch onCode={(code) => take(code, 'camera')} />
        {children}
        {shortcut && (
          <button type="button" className="button outlined small" onClick={() => enter(shortcut.code)}>
            {shortcut.text}
          </button>
        )}
        <div role="alert">
          {question && (
            <Notice tone="info">
              <p>{question.text}</p>
              <p className="notice-actions">
                <button
                  type="button"
                  className="button outlined small"
                  onClick={() => answer(question, question.onNo)}
                >
                  <Trans>Skip it</Trans>
                </button>
                <button
                  type="button"
                  className="button primary small"
                  aria-keyshortcuts={isRead ? 'Enter' : undefined}
                  onClick={confirm}
                >
                  {question.yes}
                </button>
              </p>
            </Notice>
          )}
        </div>
        {choice && (
          <Chooser
            title={t`Several are called “${words}”`}
            label={t`Which one is meant`}
            options={choice.options}
            onChoose={choose}
            onClose={() => setChoice(undefined)}
          />
        )}
        <ol className="line-list" aria-label={t`Scans`} aria-live="polite">
          {lines.map(({ id, tone, text }) => (
            <li key={id}>
              <Status tone={tone}>{text}</Status>
            </li>
          ))}
        </ol>
      </Page>
    </main>
  )
}
