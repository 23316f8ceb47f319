import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** The frame of the signed-out pages: the form in a card, and a text about Commonhold beside it. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="gate">
      <div className="card">{children}</div>
      <aside className="pledge" aria-label={t`About Commonhold`}>
        <svg className="plots" viewBox="0 0 480 600" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
          <path className="tilled" d="M152 -10L352 -10L318 118L128 86Z" />
          <path d="M-10 62L128 86L318 118L490 146M152 -10L128 86L96 236L-10 222M352 -10L318 118L286 262L96 236M286 262L490 290M232 104L200 250M392 130L372 274" />
        </svg>
        <p className="motto">
          <Trans>What you hold in common, in good order.</Trans>
        </p>
        <ul>
          <li>
            <Trans>
              <strong>One register.</strong> Assets, work and people of an organisation, side by side.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Kept apart.</strong> Each organisation sees its own records and no others.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>On the record.</strong> Every change is kept, with who made it and when.
            </Trans>
          </li>
        </ul>
      </aside>
    </div>
  )
}
