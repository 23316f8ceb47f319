import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { problemText } from '../../problem-text.ts'
import { Status } from '../../ui/marks.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { CameraSwitch } from './camera-switch.tsx'
import { Refused } from './look-up.ts'

interface Line {
  readonly id: number
  readonly tone: 'good' | 'problem'
  readonly text: ReactNode
}

interface ScanPageProps {
  readonly title: string
  readonly hint: string
  /** Does what a code asks for, and says what was done. It throws what refuses, and notes what was not done. */
  readonly onScan: (code: string, note: (text: string) => void) => Promise<ReactNode>
  /** What the last scan asks; Enter alone says yes to it, and Escape no. */
  readonly question?: Question | undefined
  /** What holds for the next scan: the person, the place, what was counted. */
  readonly children?: ReactNode
}

/** What is to be confirmed before it is done. */
export interface Question {
  readonly text: string
  /** The words of the button that says yes. */
  readonly yes: string
  /** Each says what came of it, or that nothing is asked any more. */
  readonly onYes: () => Promise<ReactNode>
  readonly onNo: () => Promise<ReactNode>
}

/** A field that a scanner types into, and a line for every scan, the latest first. The focus stays in the field. */
export function ScanPage({ title, hint, onScan, question, children }: ScanPageProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const handle = useRef(onScan)
  handle.current = onScan
  // A scanner does not wait for an answer: codes are worked off in the order in which they come.
  const turn = useRef(Promise.resolve())
  const count = useRef(0)
  const [lines, setLines] = useState<readonly Line[]>([])
  useEffect(() => field.current?.focus(), [])

  const say = (tone: Line['tone'], text: ReactNode) => {
    count.current += 1
    const line = { id: count.current, tone, text }
    setLines((before) => [line, ...before].slice(0, 100))
  }
  const scan = (event: FormEvent) => {
    event.preventDefault()
    const code = field.current?.value.trim() ?? ''
    if (field.current) field.current.value = ''
    if (code !== '') take(code)
    else if (question) answer(question.onYes)
  }
  const inTurn = (work: () => Promise<ReactNode>, code?: string) => {
    turn.current = turn.current.then(async () => {
      try {
        const said = await work()
        if (said) say('good', said)
      } catch (error) {
        const why = error instanceof Refused ? error.message : problemText(error)
        say('problem', code === undefined ? why : `${code}: ${why}`)
      }
      void askAnew(queries, { predicate: ({ queryKey }) => queryKey[0] === 'assets' })
    })
  }
  const take = (code: string) => inTurn(() => handle.current(code, (text) => say('problem', text)), code)
  const answer = (given: Question['onYes']) => {
    inTurn(given)
    field.current?.focus()
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
              onKeyDown={({ key }) => {
                if (key === 'Escape' && question) answer(question.onNo)
              }}
              onBlur={({ relatedTarget }) => {
                // A click beside it would send the next scan nowhere; what takes the focus keeps it.
                if (!relatedTarget) requestAnimationFrame(() => field.current?.focus())
              }}
            />
          </label>
          <p className="hint" id="scan-hint">
            {hint}
          </p>
        </form>
        <CameraSwitch onCode={take} />
        {children}
        <div role="alert">
          {question && (
            <Notice tone="info">
              <p>{question.text}</p>
              <p className="notice-actions">
                <button type="button" className="button outlined small" onClick={() => answer(question.onNo)}>
                  <Trans>Skip it</Trans>
                </button>
                <button type="button" className="button primary small" onClick={() => answer(question.onYes)}>
                  {question.yes}
                </button>
              </p>
            </Notice>
          )}
        </div>
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

function ScanTabs() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const tabs = [
    ['/t/$tenant/scan/issue', t`Hand out`],
    ['/t/$tenant/scan/return', t`Take back`],
    ['/t/$tenant/scan/move', t`Move`],
    ['/t/$tenant/scan/stock', t`Stock-take`],
  ] as const
  return (
    <nav className="views scan-kinds" aria-label={t`Kinds of scans`}>
      {tabs.map(([to, text]) => (
        <Link
          key={to}
          to={to}
          params={{ tenant: slug }}
          search={true}
          activeProps={{ 'aria-current': 'page' }}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
