import { Page } from '../ui/page.tsx'

/** Shown when a page fails in itself, e.g. because its code could not be loaded. */
export function Crash() {
  return (
    <div className="lone">
      <Page title="This page failed" lead="Nothing you entered elsewhere is lost. Reloading usually helps.">
        <button type="button" className="button primary" onClick={() => window.location.reload()}>
          Reload
        </button>
      </Page>
    </div>
  )
}
