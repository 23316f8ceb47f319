import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { problemText, Refused, statusOf } from '../../problem-text.ts'
import { Chooser, type Option } from '../../records/chooser.tsx'
import { refetch } from '../../refetch.ts'
import { Page } from '../../ui/page.tsx'
import { CameraSwitch } from './camera-switch.tsx'
import { Several } from './look-up.ts'
import { type LineAction, ScanLines, type Subject } from './scan-lines.tsx'
import { type Question, QuestionNotice, useIsRead } from './scan-question.tsx'
import { ScanTabs } from './scan-tabs.tsx'
import type { Line, Session } from './session.ts'
import { StartAgain } from './start-again.tsx'

/** A text about what was done. */
interface Said<S> extends Omit<Line<S>, 'id' | 'tone'> {
  /** Default: `good`. */
  readonly tone?: 'caution'
}

/** A text about what was done, or undefined if there is nothing to say. */
export type Result<S = never> = Promise<string | Said<S> | undefined>

/** Adds a line about something that was not done. */
export type Note = (text: string) => void

/** The source of a code, and what it can confirm. */
export interface Scan {
  readonly by: 'keys' | 'camera'
  /** The `about` of the question that this scan can confirm; undefined if the user could not read the question yet. */
  readonly confirms: number | undefined
  readonly note: Note
}

interface ScanPageProps<State, S extends Subject> {
  readonly title: string
  readonly hint: string
  readonly session: Session<State, S>
  /** Handles a code, and returns a text about what was done. Throws if it is refused. */
  readonly onScan: (code: string, scan: Scan) => Result<S>
  /**
   * Called when `onScan` throws `Several`, before the next scan. What is scanned until the user has chosen must not go to the
   * former person or location.
   */
  readonly onSeveral?: (() => void) | undefined
  /** What the buttons of the lines do. */
  readonly action?: LineAction<S> | undefined
  /** The question that the last scan caused. Enter in the empty field confirms it, and Escape rejects it. */
  readonly question?: Question<S> | undefined
  /** A code that a button enters, for users who scan with the camera and have no keyboard. */
  readonly shortcut?: { readonly code: string; readonly text: string } | undefined
  /** A code that is entered when the screen opens; the search parameter `place` or `person` of the address. */
  readonly start?: string | undefined
  /** Shows the state for the next scan: the person, the location, or the counts. */
  readonly children?: ReactNode
}

/** The typed text, and the records that have that name. */
interface Choice {
  readonly words: string
  readonly options: readonly Option[]
}

/** The most lines that the list has. */
const MOST_LINES = 100

/** A field that a scanner types into, and a line for every scan, the latest first. The focus stays in the field. */
export function ScanPage<State, S extends Subject>(props: ScanPageProps<State, S>) {
  const { title, hint, session, onScan, onSeveral, action, question, shortcut, start, children } = props
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const handle = useRef(onScan)
  handle.current = onScan
  const [choice, setChoice] = useState<Choice>()
  useEffect(() => {
    if (!choice) field.current?.focus()
  }, [choice])
  const isRead = useIsRead(question?.about)

  const say = (said: Omit<Line<S>, 'id'>) => {
    const { lines } = session.read()
    const line = { ...said, id: (lines[0]?.id ?? 0) + 1 }
    session.change({ lines: [line, ...lines].slice(0, MOST_LINES) })
  }
  const scan = (event: FormEvent) => {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    if (field.current) field.current.value = ''
    if (code !== '') take(code, 'keys', isRead ? question?.about : undefined)
    else confirm()
  }
  const note = (text: string) => say({ tone: 'problem', text })
  // A scanner does not wait for answers: codes are queued, and handled in order.
  const inTurn = (words: string, work: () => Result<S>) => {
    session.change({ waiting: [...session.read().waiting, words] })
    session.inTurn(async () => {
      try {
        const said = await work()
        if (said) say({ tone: 'good', ...(typeof said === 'string' ? { text: said } : said) })
      } catch (error) {
        if (error instanceof Several) {
          onSeveral?.()
          setChoice({ words, options: error.options })
        } else note(`${words}: ${problemText(error)}`)
      }
      session.change({ waiting: session.read().waiting.slice(1) })
      void refetch(queries, { predicate: ({ queryKey }) => queryKey[0] === 'assets' })
    })
  }
  const words = choice?.words ?? ''
  /** Does what the button of a line does, by default of the latest one. If it is refused, the button disappears, too. */
  const act = (words: string, { run, none }: LineAction<S>, lineId?: number) =>
    inTurn(words, async () => {
      const isSelected = ({ id, subject }: Line<S>) => subject && (lineId === undefined || id === lineId)
      const line = session.read().lines.find(isSelected)
      // The second click of a double click finds nothing to do.
      if (!line?.subject && lineId !== undefined) return undefined
      if (!line?.subject) throw new Refused(none)
      const settle = () => {
        const { lines } = session.read()
        session.change({
          lines: lines.map((one) => (one.id === line.id ? { ...one, subject: undefined } : one)),
        })
      }
      try {
        const text = await run(line.subject)
        settle()
        return { text, asset: line.asset }
      } catch (error) {
        if (error instanceof Refused || statusOf(error) === 409) settle()
        throw error
      }
    })
  const take = (code: string, by: Scan['by'], confirms?: number) =>
    action && code.toLowerCase() === action.code
      ? act(code, action)
      : inTurn(code, () => handle.current(code, { by, confirms, note }))
  const choose = (id: string, name: string) => {
    setChoice(undefined)
    inTurn(name, () => handle.current(id, { by: 'keys', confirms: undefined, note }))
  }
  const sayLost = () => {
    const { waiting } = session.read()
    if (!session.isNew() || waiting.length === 0) return
    const codes = waiting.join(', ')
    session.change({ waiting: [] })
    note(
      t`The page was left before these scans were answered: ${codes}. Check what was done before you scan them again.`,
    )
  }
  const begin = (code: string) => {
    take(code, 'keys')
    // Without the code in the address, the session continues after a reload.
    void navigate({ to: '.', replace: true, search: {} })
  }
  const onOpen = useRef({ sayLost, begin })
  useEffect(() => onOpen.current.sayLost(), [])
  useEffect(() => {
    if (start !== undefined) onOpen.current.begin(start)
  }, [start])
  const answer = ({ name }: Question<S>, given: Question<S>['onYes']) => {
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
  const hasBegun = session.shown.lines.length > 0 || session.shown.state !== undefined
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
            <QuestionNotice
              question={question}
              isRead={isRead}
              onYes={confirm}
              onNo={() => answer(question, question.onNo)}
            />
          )}
        </div>
        {choice && (
          <Chooser
            title={t`Several are called “${words}”`}
            label={t`Which one is meant`}
            options={choice.options}
            onUnknown={(code) => note(t`${code} was not used. First choose which record “${words}” means.`)}
            onChoose={choose}
            onClose={() => setChoice(undefined)}
          />
        )}
        <ScanLines
          lines={session.shown.lines}
          action={action}
          onAct={(line, name) => {
            if (action) act(name, action, line.id)
            field.current?.focus()
          }}
        />
        {hasBegun && <StartAgain focusField={() => field.current?.focus()} onStart={session.clear} />}
      </Page>
    </main>
  )
}
