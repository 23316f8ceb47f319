import type { ReactNode } from 'react'

/** The look of a status: colour and shape, so that the colour alone is not needed to distinguish statuses. */
export type Tone = 'open' | 'active' | 'waiting' | 'good' | 'quiet' | 'caution' | 'problem'

export interface StatusProps {
  readonly tone: Tone
  /** SVG content in a view box of 12 by 12, instead of the mark of the tone. */
  readonly mark?: ReactNode
  readonly children: ReactNode
}

/** A status in words with a small mark before it. */
export function Status({ tone, mark = shapes[tone], children }: StatusProps) {
  return (
    <span className={`status tone-${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {mark}
      </svg>
      <span>{children}</span>
    </span>
  )
}

/** A circle, with `children` in it. */
export function Ring({ dashes, children }: { readonly dashes?: string; readonly children?: ReactNode }) {
  return (
    <>
      <circle cx="6" cy="6" r="5" fill="none" strokeWidth="1.25" strokeDasharray={dashes} />
      {children}
    </>
  )
}

/** The mark of something that has not begun. */
export const dashed = <Ring dashes="2.1 1.83" />

const shapes: Readonly<Record<Tone, ReactNode>> = {
  open: <Ring />,
  active: (
    <Ring>
      <path d="M6 2.5a3.5 3.5 0 0 1 0 7z" stroke="none" />
    </Ring>
  ),
  waiting: dashed,
  good: (
    <>
      <circle cx="6" cy="6" r="5.625" stroke="none" />
      <path className="cut" d="M3.7 6.2l1.6 1.6 3-3.4" fill="none" strokeWidth="1.5" />
    </>
  ),
  quiet: <path d="M2.5 6h7" fill="none" strokeWidth="1.75" />,
  caution: <path d="M6 1.5L11 10.5H1z" fill="none" strokeWidth="1.5" strokeLinejoin="round" />,
  problem: <path d="M3 3l6 6M9 3l-6 6" fill="none" strokeWidth="1.75" />,
}

/** A text that a narrow column may cut; its tooltip shows all of it. */
export function CutText({ text }: { readonly text: string | null | undefined }) {
  return text ? (
    <span className="ellipsis" title={text}>
      {text}
    </span>
  ) : (
    <None />
  )
}

const HUES = 6

/** The hue of a name, the same on every screen. */
function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 4093
  return sum % HUES
}

/** First letters of the first and the last word of a name. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

interface PersonProps {
  readonly name: string
  readonly isOnlyMark?: boolean
}

/** A person or an account: a round mark with the name. */
export function Person({ name, isOnlyMark = false }: PersonProps) {
  return (
    <span className="person">
      <span className={`avatar hue-${hueOf(name)}`} aria-hidden="true">
        {initials(name)}
      </span>
      {!isOnlyMark && (
        <span className="ellipsis" title={name}>
          {name}
        </span>
      )}
    </span>
  )
}

/** The short identifier of a record: an issue's key, an asset's tag. */
export function Code({ children }: { readonly children: ReactNode }) {
  return <span className="code">{children}</span>
}

/** A dash for a missing value. */
export function None() {
  return (
    <span className="none" aria-hidden="true">
      –
    </span>
  )
}
